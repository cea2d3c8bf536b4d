import { act, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useUnanswered } from '../../sync/react/unanswered.ts';
import { handOver } from './hand-over.ts';

const picture = (): Element | null => document.getElementById('last-screen');

/** A page with a picture of two links over an app that draws the same, and waits for an answer as long as it is told. */
function App({ waits, onTap }: { waits: boolean; onTap: () => void }) {
  useUnanswered(waits);
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
  picture()?.remove();
  delete window.lastTap;
});

test('the picture stays until the device has answered all that the screen asks', async () => {
  const { over, answer } = open(true);
  for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
  expect(picture()).not.toBeNull();
  act(answer);
  await over;
  expect(picture()).toBeNull();
});

test.each([
  ['follows the link that was tapped', { href: '#/photos', at: 0 }, 4_000, 1],
  ['follows no link that was tapped long ago', { href: '#/photos', at: 0 }, 5_000, 0],
  ['follows no link that the app does not show', { href: '#/logout', at: 0 }, 0, 0],
])('%s', async (_case, tap, now, times) => {
  vi.spyOn(performance, 'now').mockReturnValue(now);
  window.lastTap = tap;
  const { onTap, over } = open(false);
  await over;
  expect(onTap).toHaveBeenCalledTimes(times);
});
