import { render } from '@testing-library/react';
import { type ReactNode, useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useCurrentInSight } from './use-current-in-sight.ts';

const scrollBy = vi.fn();

function Menu(): ReactNode {
  const menu = useRef<HTMLDivElement>(null);
  useCurrentInSight(menu, '/faq');
  return (
    <div
      ref={(element) => {
        menu.current = element;
        if (element) element.scrollBy = scrollBy;
      }}
    >
      <a href="/faq" aria-current="page">
        FAQ
      </a>
    </div>
  );
}

/** Shows a menu from 100 to 500 on the screen, whose current entry, 40 high, is at `top`. */
function showMenu(top: number): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.matches('[aria-current]') ? new DOMRect(0, top, 100, 40) : new DOMRect(0, 100, 100, 400);
  });
  render(<Menu />);
}

afterEach(() => {
  vi.restoreAllMocks();
  scrollBy.mockReset();
});

test.each([
  ['above', 90, -190],
  ['below', 470, 190],
])('scrolls an entry %s the visible part to the middle', (_, top, distance) => {
  showMenu(top);
  expect(scrollBy).toHaveBeenCalledExactlyOnceWith(0, distance);
});

test.each([100, 460])('leaves the menu where an entry is visible, at %i', (top) => {
  showMenu(top);
  expect(scrollBy).not.toHaveBeenCalled();
});
