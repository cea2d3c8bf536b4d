import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import { PictureInput } from './picture-input.tsx';

// jsdom has no cameras.
beforeEach(async () => {
  await startTexts();
  const getUserMedia = (): Promise<never> => Promise.reject(new DOMException('none', 'NotFoundError'));
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
});
afterEach(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));

test('shows that the camera cannot be used, and leaves the file button', async () => {
  const nothing = (): void => {};
  render(<PictureInput label="Picture" picture={null} onPicture={nothing} onFailure={nothing} onPreparing={nothing} />);
  await user.click(screen.getByRole('button', { name: 'Take a photo' }));
  await screen.findByText(/^Can’t use the camera/);
  expect(screen.queryByRole('button', { name: 'Take photo' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Choose a picture' })).toBeDefined();
});
