import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { user } from '#tests/fixtures/user.ts';
import { FormBehindButton } from './form-behind-button.tsx';

const screenWith = (hasDraft: boolean | undefined, sent = Promise.resolve()) => (
  <>
    <FormBehindButton icon={null} label="New post" hasDraft={hasDraft}>
      {(close) => (
        <form aria-label="post">
          <input aria-label="Your post" />
          <button type="button" onClick={() => void sent.then(close)}>
            Post
          </button>
        </form>
      )}
    </FormBehindButton>
    <input aria-label="Your reply" />
  </>
);

test('gives the focus back to its button when the form that had it closes', async () => {
  render(screenWith(false));
  await user.click(screen.getByRole('button', { name: 'New post' }));
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New post' })));
});

test('leaves the focus in another field that a person went to before the form closed', async () => {
  const sent = Promise.withResolvers<void>();
  render(screenWith(false, sent.promise));
  await user.click(screen.getByRole('button', { name: 'New post' }));
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await user.click(screen.getByLabelText('Your reply'));
  await act(async () => sent.resolve());
  expect(screen.queryByRole('form')).toBeNull();
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
