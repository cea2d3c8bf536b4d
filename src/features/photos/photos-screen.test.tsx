import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitingPicture } from '../../../contract/pictures.ts';
import { photos } from '../../../contract/resources/photos.ts';
import { eventId, participant, quietPorts, userId } from '../../../tests/fixtures/device.ts';
import { expectCommands, givenDevice, show, tearDown } from '../../../tests/fixtures/organiser.tsx';
import { slowPictures } from '../../../tests/fixtures/slow-pictures.ts';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../../db/database.ts';
import { command, enqueue, park } from '../../sync/outbox/outbox.ts';
import { PhotosScreen } from './photos-screen.tsx';

let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  // Pictures that wait are drawn from bytes.
  slowPictures();
});
afterEach(() => tearDown(db));

/** The screen of somebody with this role, with a photo of theirs and one of Ben's. */
async function given(role: 'participant' | 'admin'): Promise<void> {
  db = await givenDevice(role);
  await db.mirror('participants').bulkPut([participant(userId, 'Orga'), participant(20, 'Ben')]);
  const facts = { version: 1, eventId, createdAt: '2026-07-01T10:00:00.000Z' };
  const url = `/images/photos/${'a'.repeat(22)}-40x30.webp`;
  await db.mirror('photos').bulkPut([
    { ...facts, id: 'mine', authorId: userId, url, description: 'My tent', order: 1 },
    { ...facts, id: 'bens', authorId: 20, url, description: 'His tent', order: 2 },
  ]);
  show(db, <PhotosScreen page={1} />);
}
const card = async (description: string) => within(await screen.findByRole('article', { name: description }));
const deletion = async (description: string) => (await card(description)).queryByRole('button', { name: `Delete: ${description}` });

test('a photo is deleted by whoever shared it, who is asked first, and by nobody else', async () => {
  await given('participant');
  expect(await deletion('His tent')).toBeNull();
  fireEvent.click((await deletion('My tent'))!);
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete this photo?' }));
  expect(await db.outbox.count()).toBe(0);
  fireEvent.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'My tent' })).toBeNull());
  expect(await db.outbox.toArray()).toMatchObject([{ mutation: 'remove', entities: ['photos:mine'] }]);
});

test('an admin deletes the photos of others, too', async () => {
  await given('admin');
  expect(await deletion('His tent')).not.toBeNull();
});

test('a refused photo is told with its picture and words, and goes again with others', async () => {
  await given('participant');
  const id = '01900000-0000-7000-8000-000000000001';
  const args = { url: waitingPicture(id, 40, 30), description: 'One too many' };
  const bytes = { id, bytes: new Uint8Array([1]).buffer, type: 'image/webp' };
  await enqueue(db, quietPorts(), command(photos, 'create', args, { eventId, bytes }));
  expect((await card('One too many')).getByText('Waits to be sent')).toBeDefined();
  await park(db, await db.outbox.toArray(), 'picture_quota');
  await screen.findByText('The photo was not accepted');
  const refused = within(screen.getByText('One too many').closest('article')!);
  expect(refused.getByText(/^You have shared as many pictures as one person may/)).toBeDefined();
  const picture = await refused.findByRole('img', { name: 'Picture' });
  await waitFor(() => expect(picture.getAttribute('src')).toBe('blob:picture'));
  fireEvent.click(refused.getByRole('button', { name: 'Edit and resend' }));
  fireEvent.change(refused.getByRole('textbox'), { target: { value: 'Now it fits' } });
  fireEvent.click(refused.getByRole('button', { name: 'Send again' }));
  expect((await card('Now it fits')).getByText('Waits to be sent')).toBeDefined();
  await expectCommands(db, [{ mutation: 'create', args: { ...args, description: 'Now it fits' } }]);
});
