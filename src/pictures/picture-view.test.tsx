import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { thumbnailOf } from '../../contract/pictures.ts';
import { givenDevice, show, tearDown } from '../../tests/fixtures/organiser.tsx';
import { startTexts } from '../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../db/database.ts';
import { PictureView } from './picture-view.tsx';

// Pictures never arrive here by themselves, as behind a network that hangs.
const name = `/images/photos/${'a'.repeat(22)}-40x30.webp`;
let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice('participant');
  show(db, <PictureView name={name} words="The jetty" />);
});
afterEach(() => tearDown(db));

const view = () => screen.getByRole('dialog', { name: 'The jetty' });
const drawn = () => [...view().querySelectorAll('img')].map((image) => image.getAttribute('src'));
const whole = () => within(view()).getByRole('img', { name: 'The jetty' });

test('until the whole picture is there, its thumbnail is drawn beneath it, and it is one picture to those who hear it', () => {
  expect(drawn()).toEqual([thumbnailOf(name), name]);
  expect(whole().getAttribute('src')).toBe(name);
  fireEvent.load(whole());
  expect(drawn()).toEqual([name]);
});

test('a picture that is not to be had leaves its thumbnail at once, also while nobody answers why', async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  fireEvent.error(whole());
  expect(drawn()).toEqual([thumbnailOf(name)]);
  expect(whole().getAttribute('src')).toBe(thumbnailOf(name));
  answer.reject(new TypeError('no network'));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
});
