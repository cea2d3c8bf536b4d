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
  const place = (node: Element, top: number) => vi.spyOn(node, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 100, 40));
  [...shown.querySelectorAll('a')].forEach((link, index) => place(link, 40 * index));
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

test('what was tapped on the picture is done once the app is there', async () => {
  window.lastTap = { x: 50, y: 60 };
  const { onTap, over } = open(false);
  await over;
  expect(onTap).toHaveBeenCalledOnce();
});

test('a tap beside everything does nothing', async () => {
  window.lastTap = { x: 50, y: 600 };
  const { onTap, over } = open(false);
  await over;
  expect(onTap).not.toHaveBeenCalled();
});
