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

test('shows a gradient in a colour of the event instead of the logo, and a default picture of the operator', () => {
  const { container } = render(<HeaderPicture src="/images/events/3/event-header.png" />);
  const image = container.querySelector('img')!;
  const loaded = (width: number, height: number): void => {
    Object.defineProperties(image, {
      naturalWidth: { value: width, configurable: true },
      naturalHeight: { value: height, configurable: true },
    });
    fireEvent.load(image);
  };
  expect(image.dataset['tone']).toBe('3');
  loaded(512, 512);
  expect(image.dataset['tone']).toBe('3');
  loaded(1_600, 600);
  expect(image.dataset['tone']).toBeUndefined();
});
