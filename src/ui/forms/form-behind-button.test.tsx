import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FormBehindButton } from './form-behind-button.tsx';

const screenWith = (hasDraft: boolean | undefined) => (
  <>
    <FormBehindButton icon={null} label="New post" hasDraft={hasDraft}>
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
  </>
);

const setUp = (): void => void render(screenWith(false));

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

test('opens by itself when unfinished text is found', () => {
  const { rerender } = render(screenWith(undefined));
  expect(screen.queryByRole('form')).toBeNull();
  rerender(screenWith(true));
  screen.getByRole('form');
});

test('stays closed when text is begun in another window', () => {
  const { rerender } = render(screenWith(false));
  rerender(screenWith(true));
  expect(screen.queryByRole('form')).toBeNull();
});
