import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HeaderPicture } from './header-picture.tsx';

test('hides a picture that cannot be loaded, and shows the next one', () => {
  const { container, rerender } = render(<HeaderPicture src="/images/old.webp" />);
  fireEvent.error(container.querySelector('img')!);
  expect(container.querySelector('img')).toBeNull();
  rerender(<HeaderPicture src="/images/new.webp" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/images/new.webp');
});
