import { render, screen } from '@testing-library/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { Screen } from './screen.tsx';

beforeEach(() => startTexts());

function Quick(): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return <Screen title="Second" actions={<button ref={button}>Go</button>} />;
}

test('focuses its heading after navigation, unless something else took the focus', () => {
  render(<Screen title="First" />).unmount();
  const { unmount } = render(<Screen title="Third" />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Third' }));
  unmount();
  render(<Quick />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Go' }));
});
