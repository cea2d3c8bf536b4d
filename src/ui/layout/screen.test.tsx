import { render, screen } from '@testing-library/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import { Screen } from './screen.tsx';

beforeEach(() => startTexts());

/** Somebody who goes to the button as soon as the screen is drawn. */
function Quick(): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return <Screen title="Second" actions={<button ref={button}>Go</button>} />;
}

test('a screen that was navigated to has the focus on its heading, and takes it from nothing that got it since', () => {
  render(<Screen title="First" />).unmount();
  const { unmount } = render(<Screen title="Third" />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Third' }));
  unmount();
  render(<Quick />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Go' }));
});
