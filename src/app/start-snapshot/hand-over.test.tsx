import { act, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { usePendingQuery } from '#sync/react/pending-queries.ts';
import { handOver } from './hand-over.ts';

const picture = (): Element | null => document.getElementById('last-screen');

/** A page with a snapshot of two links over an app that draws the same; `waits` delays the answer of the device. */
function App({ waits, onTap }: { waits: boolean; onTap: () => void }) {
  usePendingQuery(waits);
  return (
    <>
      <h1>Camp</h1>
      <a href="#/chat">Chat</a>
      <a href="#/photos" onClick={onTap}>
        Photos
      </a>
    </>
  );
}

function open(waits: boolean, onTap = vi.fn()) {
  const shown = Object.assign(document.createElement('div'), { id: 'last-screen' });
  shown.innerHTML = '<h1>Camp</h1><a href="#/chat">Chat</a><a href="#/photos">Photos</a>';
  document.body.prepend(shown);
  const { container, rerender } = render(<App waits={waits} onTap={onTap} />);
  return { onTap, over: handOver(container), answer: () => rerender(<App waits={false} onTap={onTap} />) };
}

afterEach(() => {
  vi.useRealTimers();
  picture()?.remove();
  delete window.lastTap;
});

test('keeps the snapshot until the device has answered all queries of the screen', async () => {
  const { over, answer } = open(true);
  for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
  expect(picture()).not.toBeNull();
  act(answer);
  await over;
  expect(picture()).toBeNull();
});

test.each([
  ['follows a tapped link', { href: '#/photos', at: 0 }, 4_000, 1],
  ['ignores a tap of long ago', { href: '#/photos', at: 0 }, 5_000, 0],
  ['ignores a link that the app does not show', { href: '#/logout', at: 0 }, 0, 0],
])('%s', async (_case, tap, now, times) => {
  vi.spyOn(performance, 'now').mockReturnValue(now);
  window.lastTap = tap;
  const { onTap, over } = open(false);
  await over;
  expect(onTap).toHaveBeenCalledTimes(times);
});

test('keeps the snapshot for ten seconds in place of two if the app has drawn no screen', async () => {
  vi.useFakeTimers();
  document.body.prepend(Object.assign(document.createElement('div'), { id: 'last-screen' }));
  const over = handOver(document.createElement('div'));
  await vi.advanceTimersByTimeAsync(9_900);
  expect(picture()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(100);
  await over;
  expect(picture()).toBeNull();
});
