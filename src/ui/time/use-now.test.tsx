import { render, screen } from '@testing-library/react';
import { useLayoutEffect, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { clock } from '#i18n/clock.ts';
import { useNow } from './use-now.ts';

const day = 86_400_000;

function Shown(): ReactNode {
  const now = useNow(day);
  // Before the effects of this render: a live query may render when the server's time arrives.
  useLayoutEffect(() => clock.setSkew(Date.UTC(2100, 6) - Date.now()), []);
  return <p>{new Date(now).getFullYear()}</p>;
}

test('follows a clock that is set between a render and its effects', async () => {
  render(<Shown />);
  expect(await screen.findByText('2100')).toBeDefined();
});
