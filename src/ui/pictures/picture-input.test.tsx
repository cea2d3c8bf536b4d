import { render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { slowPictures } from '#tests/fixtures/pictures/slow-pictures.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import { PictureInput } from './picture-input.tsx';
import type { ShrunkPicture } from './shrink-picture.ts';

let pictures: ReturnType<typeof slowPictures>;
let heard: (string | number)[];
beforeEach(async () => {
  await startTexts();
  pictures = slowPictures();
  heard = [];
});

/** Records the widths of the pictures, and the other callbacks. */
function Form(): ReactNode {
  const [picture, setPicture] = useState<ShrunkPicture | null>(null);
  return (
    <PictureInput
      label="Picture"
      picture={picture}
      onPicture={(taken) => {
        heard.push(taken.width);
        setPicture(taken);
      }}
      onRemove={() => setPicture(null)}
      onFailure={() => heard.push('failure')}
      onPreparing={(preparing) => heard.push(preparing ? 'preparing' : 'prepared')}
    />
  );
}

test('keeps the picture that was chosen last, whichever is ready first', async () => {
  render(<Form />);
  await pictures.choose('a');
  await pictures.choose('b');
  await pictures.ready('b', 2);
  await pictures.ready('a', 1);
  expect(heard).toEqual(['preparing', 'preparing', 'prepared', 2]);
  expect(screen.getByRole('status').textContent).toBe('');
});

test('ignores the failure of a picture that was replaced', async () => {
  render(<Form />);
  await pictures.choose('a');
  await pictures.choose('b');
  await pictures.fail('a');
  expect(heard).toEqual(['preparing', 'preparing']);
  expect(screen.getByRole('status').textContent).toBe('Preparing the picture…');
});

test('reports a file that is no picture, and stops waiting', async () => {
  render(<Form />);
  await pictures.choose('a');
  await pictures.fail('a');
  expect(heard).toEqual(['preparing', 'prepared', 'failure']);
});

test('removing also discards a picture that is not ready yet', async () => {
  render(<Form />);
  await pictures.choose('a');
  await pictures.ready('a', 1);
  await pictures.choose('b');
  await user.click(screen.getByRole('button', { name: 'Remove picture' }));
  await pictures.ready('b', 2);
  expect(heard).toEqual(['preparing', 'prepared', 1, 'preparing', 'prepared']);
  expect(screen.getByRole('button', { name: 'Choose a picture' })).toBeDefined();
});

test('ignores a picture that becomes ready after the form was closed', async () => {
  const { unmount } = render(<Form />);
  await pictures.choose('a');
  unmount();
  await pictures.ready('a', 1);
  expect(heard).toEqual(['preparing']);
});
