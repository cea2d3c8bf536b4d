import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userId } from '../../../tests/fixtures/device.ts';
import { givenDevice, hearToasts, show, tearDown } from '../../../tests/fixtures/organiser.tsx';
import { slowPictures } from '../../../tests/fixtures/slow-pictures.ts';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../../db/database.ts';
import { ProfileCard } from './profile-card.tsx';

const said = hearToasts();
let db: EventDatabase;
let pictures: ReturnType<typeof slowPictures>;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice('participant');
  pictures = slowPictures();
  const me = await db.mirror('me').get(userId);
  show(db, <ProfileCard me={me!} waiting={false} />);
});
afterEach(() => tearDown(db));

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test('while another picture is made ready nothing is saved; then that one is', async () => {
  pictures.choose('a');
  await pictures.ready('a', 1);
  const save = await button('Save');
  pictures.choose('b');
  fireEvent.click(save);
  expect([save.textContent, save.getAttribute('aria-disabled')]).toEqual(['Getting the picture ready…', 'true']);
  await pictures.ready('b', 2);
  expect(await db.outbox.count()).toBe(0);
  fireEvent.click(await button('Save'));
  await waitFor(() => expect(said).toHaveBeenCalledWith('Profile saved'));
  expect(await db.outbox.toArray()).toMatchObject([{ args: { image: expect.stringMatching(/-2x2$/) as string } }]);
});

test('cancelled while a picture is made ready, it does not come back', async () => {
  pictures.choose('a');
  fireEvent.click(await button('Cancel'));
  await pictures.ready('a', 1);
  expect([(await button('Save')).getAttribute('aria-disabled'), await db.drafts.count()]).toEqual(['true', 0]);
});
