import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FormBehindButton } from './form-behind-button.tsx';

const setUp = (): void =>
  void render(
    <>
      <FormBehindButton icon={null} label="New post" hasDraft={false}>
        {(close) => (
          <form aria-label="post">
            <input aria-label="Your post" />
            <button type="button" onClick={close}>
              Post
            </button>
          </form>
        )}
      </FormBehindButton>
      <input aria-label="Your reply" />
    </>,
  );

test('gives the focus back to its button when the form that had it closes', () => {
  setUp();
  fireEvent.click(screen.getByRole('button', { name: 'New post' }));
  screen.getByLabelText('Your post').focus();
  fireEvent.click(screen.getByRole('button', { name: 'Post' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New post' }));
});

test('leaves the focus in another field that a person went to before the form closed', () => {
  setUp();
  fireEvent.click(screen.getByRole('button', { name: 'New post' }));
  screen.getByLabelText('Your reply').focus();
  fireEvent.click(screen.getByRole('button', { name: 'Post' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Your reply'));
});
