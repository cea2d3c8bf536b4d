import { render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { clientOf, givenDevice, tearDown } from '#tests/fixtures/organiser.tsx';
import { useBrowserSignals } from './use-browser-signals.ts';

test("receives the browser's events as soon as the app is drawn", async () => {
  const db = await givenDevice('participant');
  const client = clientOf(db);
  const lost = vi.spyOn(client, 'networkLost').mockReturnValue();
  const App = (): null => {
    useBrowserSignals(client);
    useLayoutEffect(() => void dispatchEvent(new Event('offline')), []);
    return null;
  };
  render(<App />);
  expect(lost).toHaveBeenCalledOnce();
  await tearDown(db);
});
