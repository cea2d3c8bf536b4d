import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { clock } from '#i18n/clock.ts';
import { useNow } from './use-now.ts';

const day = 86_400_000;
const at2100 = () => clock.setSkew(Date.UTC(2100, 6) - Date.now());

function Year(): ReactNode {
  return <p>{new Date(useNow(day)).getFullYear()}</p>;
}

function YearOfClockSetInLayout(): ReactNode {
  // Before the effects of this render: a live query may render when the server's time arrives.
  useLayoutEffect(at2100, []);
  return <Year />;
}

test('follows a clock that is set between a render and its effects', async () => {
  render(<YearOfClockSetInLayout />);
  expect(await screen.findByText('2100')).toBeDefined();
});

test('follows a clock that is set as soon as the screen has appeared', async () => {
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  const appeared = new Promise((done) => new MutationObserver(done).observe(box, { childList: true }));
  root.render(<Year />);
  await appeared;
  environment.IS_REACT_ACT_ENVIRONMENT = true;
  act(at2100);
  expect(box.textContent).toBe('2100');
  act(() => root.unmount());
  box.remove();
});
