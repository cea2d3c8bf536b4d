import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '../../../../tests/fixtures/texts.ts';
import { OrderList } from './order-list.tsx';

const items = ['One', 'Two', 'Three'].map((name) => ({ id: name, name }));
const height = 50;

beforeEach(async () => {
  await startTexts();
  // Each item in its place under the others, as a browser would draw them.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
    const item = this.closest('li');
    const top = item ? [...(item.parentElement?.children ?? [])].indexOf(item) * height : 0;
    return new DOMRect(0, top, 300, height);
  });
});
afterEach(() => vi.restoreAllMocks());

test('an item is moved by its handle with the keyboard, and Escape gives it up', async () => {
  const onDrag = vi.fn<(from: number, to: number) => void>();
  render(<OrderList label="List" items={items} onStep={() => undefined} onDrag={onDrag} />);
  const handle = screen.getByRole('button', { name: 'Drag One' });
  handle.focus();
  fireEvent.keyDown(handle, { code: 'Space', key: ' ' });
  await waitFor(() => expect(document.querySelector('[data-dnd-dragging]')).not.toBeNull());
  expect(document.querySelector('head style[data-dnd], head style')).toBeNull();
  fireEvent.keyDown(document, { code: 'Escape', key: 'Escape' });
  await waitFor(() => expect(document.querySelector('[data-dnd-dragging]')).toBeNull());
  expect(onDrag).not.toHaveBeenCalled();
});
