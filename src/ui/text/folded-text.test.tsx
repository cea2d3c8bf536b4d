import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import { Beginning, FoldedText } from './folded-text.tsx';

beforeEach(() => startTexts());
afterEach(cleanup);

const long = `${'A long story. '.repeat(30)} https://example.org/end`;

test('a link in a folded text can be reached by Tab once it is unfolded', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(100);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #look: () => void;
      constructor(look: () => void) {
        this.#look = look;
      }
      observe(): void {
        this.#look();
      }
      disconnect(): void {}
    },
  );
  render(<FoldedText text={long} />);
  expect((await screen.findByRole('link')).tabIndex).toBe(-1);
  await user.click(screen.getByRole('button', { name: /^Show more/ }));
  expect(screen.getByRole('link').tabIndex).toBe(0);
});

test('a beginning has no links', async () => {
  render(
    <>
      <Beginning text={long} lines={2} />
      <FoldedText text="https://example.org/other" />
    </>,
  );
  expect(await screen.findByRole('link', { name: 'https://example.org/other' })).toBeDefined();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});
