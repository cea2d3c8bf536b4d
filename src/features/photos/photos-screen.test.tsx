import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { limits } from '../../../contract/limits.ts';
import { waitingPicture } from '../../../contract/pictures.ts';
import { photos } from '../../../contract/resources/photos.ts';
import { eventId, participant, quietPorts, userId } from '../../../tests/fixtures/device.ts';
import { expectCommands, givenDevice, hearToasts, meanwhile, show, tearDown } from '../../../tests/fixtures/organiser.tsx';
import { slowPictures } from '../../../tests/fixtures/slow-pictures.ts';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../../db/database.ts';
import { command, enqueue, park } from '../../sync/outbox/outbox.ts';
import { fromBelow } from '../../ui/overlays/over-page.ts';
import { PhotosScreen } from './photos-screen.tsx';

const said = hearToasts();
let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  // Pictures that wait are drawn from bytes.
  slowPictures();
});
afterEach(() => {
  // Here, and not at the end of a test, which one that fails never reaches.
  localStorage.clear();
  history.replaceState(null, '');
  return tearDown(db);
});

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
  expect((await card('One too many')).getByText('Waiting to be sent')).toBeDefined();
  await park(db, await db.outbox.toArray(), 'picture_quota');
  await screen.findByText('Your photo wasn’t accepted');
  const refused = within(screen.getByText('One too many').closest('article')!);
  expect(refused.getByText(/^You’ve reached the limit for pictures/)).toBeDefined();
  const picture = await refused.findByRole('img', { name: 'Picture' });
  await waitFor(() => expect(picture.getAttribute('src')).toBe('blob:picture'));
  fireEvent.click(refused.getByRole('button', { name: 'Edit and send again' }));
  fireEvent.change(refused.getByRole('textbox'), { target: { value: 'Now it fits' } });
  fireEvent.click(refused.getByRole('button', { name: 'Send again' }));
  expect((await card('Now it fits')).getByText('Waiting to be sent')).toBeDefined();
  await expectCommands(db, [{ mutation: 'create', args: { ...args, description: 'Now it fits' } }]);
});

test('photos are shown as a grid where the person wants it, also the next time', async () => {
  await given('participant');
  expect(await deletion('My tent')).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show as grid' }));
  expect(await deletion('My tent')).toBeNull();
  expect((await card('My tent')).getByRole('link', { name: 'View in full size: My tent' })).toBeDefined();
  cleanup();
  show(db, <PhotosScreen page={1} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show as list' }));
  expect(await deletion('My tent')).not.toBeNull();
});

test('whoever shared a photo can be reached, but not by themselves', async () => {
  await given('participant');
  fireEvent.click((await card('His tent')).getByRole('button', { name: 'Ben' }));
  expect(await screen.findByRole('dialog', { name: /Ben/ })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect((await card('My tent')).queryByRole('button', { name: 'Orga' })).toBeNull();
});

/** So many photos of Ben's, the first the oldest, and the screen at this path. */
async function givenMany(count: number, path: string): Promise<ReturnType<typeof memoryLocation>> {
  db = await givenDevice('participant');
  const facts = { version: 1, eventId, createdAt: '2026-07-01T10:00:00.000Z', authorId: 20 };
  const url = (order: number) => `/images/photos/${String(order).padStart(22, '0')}-40x30.webp`;
  const all = Array.from({ length: count }, (_, index) => index + 1);
  await db
    .mirror('photos')
    .bulkPut(all.map((order) => ({ ...facts, id: `p${order}`, url: url(order), description: `Photo ${order}`, order })));
  const place = memoryLocation({ path, record: true });
  const Opened = (): ReactNode => {
    const [at] = place.hook();
    const [, page = '1', , id] = /^\/pictures(?:\/(\d+))?(\/photo\/(.+))?$/.exec(at) ?? [];
    return <PhotosScreen page={Number(page)} open={id} />;
  };
  show(
    db,
    <Router hook={place.hook}>
      <Opened />
    </Router>,
  );
  return place;
}

test('in full size, keys, buttons and a finger lead to the photos beside, over the page that they stand on', async () => {
  const { history } = await givenMany(limits.pageSize + 1, '/pictures/2/photo/p1');
  const first = await screen.findByRole('dialog', { name: 'Photo 1' });
  expect(within(first).queryByRole('button', { name: 'Next picture' })).toBeNull();
  fireEvent.keyDown(first, { key: 'ArrowLeft' });
  const second = await screen.findByRole('dialog', { name: 'Photo 2' });
  expect(history.at(-1)).toBe('/pictures/photo/p2');
  fireEvent.click(within(second).getByRole('button', { name: 'Previous picture' }));
  const third = await screen.findByRole('dialog', { name: 'Photo 3' });
  const picture = within(third).getByRole('img', { name: 'Photo 3' });
  const finger = { isPrimary: true, pointerType: 'touch', pointerId: 1 };
  fireEvent.pointerDown(picture, { ...finger, clientX: 200, clientY: 100 });
  fireEvent.pointerUp(picture, { ...finger, clientX: 100, clientY: 110 });
  await screen.findByRole('dialog', { name: 'Photo 2' });
  expect(history).toEqual(['/pictures/photo/p2']);
});

test('closed, the list is there that the photo stands on, also where turning led to another page of it', async () => {
  const back = vi.spyOn(history, 'back').mockReturnValue();
  // As the link of the list has it.
  history.replaceState(fromBelow, '');
  const place = await givenMany(limits.pageSize + 2, '/pictures/2/photo/p2');
  const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.keyDown(await screen.findByRole('dialog', { name: 'Photo 2' }), { key: 'ArrowRight' });
  fireEvent.keyDown(await screen.findByRole('dialog', { name: 'Photo 1' }), { key: 'ArrowLeft' });
  fireEvent.keyDown(await screen.findByRole('dialog', { name: 'Photo 2' }), { key: 'ArrowLeft' });
  await screen.findByRole('dialog', { name: 'Photo 3' });
  close();
  expect(back).not.toHaveBeenCalled();
  expect(place.history).toEqual(['/pictures']);
  // Where it is the page that the way came from, that way leads back.
  act(() => place.navigate('/pictures/photo/p3'));
  fireEvent.keyDown(await screen.findByRole('dialog', { name: 'Photo 3' }), { key: 'ArrowLeft' });
  await screen.findByRole('dialog', { name: 'Photo 4' });
  close();
  expect(back).toHaveBeenCalledTimes(1);
});

test('a photo that is deleted while somebody looks at it closes, and says why', async () => {
  const place = await givenMany(2, '/pictures/photo/p1');
  await screen.findByRole('dialog', { name: 'Photo 1' });
  await meanwhile(() => db.mirror('photos').delete('p1'));
  await waitFor(() => expect(said.mock.calls).toEqual([['This picture isn’t available.']]));
  expect(place.history).toEqual(['/pictures']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a link to a photo that was never in this event leads to the list, and does not say that there was one', async () => {
  const place = await givenMany(2, '/pictures/photo/of-another-event');
  await waitFor(() => expect(said.mock.calls).toEqual([['This picture isn’t available.']]));
  expect(place.history).toEqual(['/pictures']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a photo that comes, or goes, beside the one that is looked at is beside it at once', async () => {
  await givenMany(1, '/pictures/photo/p1');
  const dialog = await screen.findByRole('dialog', { name: 'Photo 1' });
  expect(within(dialog).queryByRole('button', { name: 'Previous picture' })).toBeNull();
  const first = (await db.mirror('photos').get('p1'))!;
  await meanwhile(() => db.mirror('photos').put({ ...first, id: 'new', description: 'New', order: 2 }));
  const previous = await within(dialog).findByRole('button', { name: 'Previous picture' });
  await meanwhile(() => db.mirror('photos').delete('new'));
  await waitFor(() => expect(previous.getAttribute('aria-disabled')).toBe('true'));
});

test('in the grid too a photo says that the server has no room for it yet', async () => {
  localStorage.setItem('photos-layout', 'grid');
  await given('participant');
  const id = '01900000-0000-7000-8000-000000000001';
  const args = { url: waitingPicture(id, 40, 30), description: 'Too much' };
  const bytes = { id, bytes: new Uint8Array([1]).buffer, type: 'image/webp' };
  const { seq } = await enqueue(db, quietPorts(), command(photos, 'create', args, { eventId, bytes }));
  await meanwhile(() => db.outbox.update(seq, { lastError: { code: 'storage_full' } }));
  expect(await (await card('Too much')).findByText(/^The server is out of space/)).toBeDefined();
});

test('in full size too a photo says who shared it and when, and the person can be reached while it stays open', async () => {
  const place = await givenMany(2, '/pictures/photo/p1');
  await db.mirror('participants').put(participant(20, 'Ben'));
  const dialog = await screen.findByRole('dialog', { name: 'Photo 1' });
  expect(dialog.querySelector('time')?.dateTime).toBe('2026-07-01T10:00:00.000Z');
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Ben' }));
  const contact = await screen.findByRole('dialog', { name: /Ben/ });
  fireEvent.keyDown(within(contact).getByRole('button', { name: 'Close' }), { key: 'ArrowLeft' });
  expect(place.history).toEqual(['/pictures/photo/p1']);
  fireEvent.click(within(contact).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /Ben/ })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Photo 1' })).toBeDefined();
});

test('over whichever page a photo was opened, it lies over the one that it stands on, also when a newer one has pushed it there', async () => {
  const place = await givenMany(limits.pageSize + 1, '/pictures/photo/p1');
  await screen.findByRole('dialog', { name: 'Photo 1' });
  await waitFor(() => expect(place.history).toEqual(['/pictures/2/photo/p1']));
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowLeft' });
  await screen.findByRole('dialog', { name: 'Photo 2' });
  expect(place.history).toEqual(['/pictures/photo/p2']);
  const other = (await db.mirror('photos').get('p2'))!;
  await meanwhile(() => db.mirror('photos').put({ ...other, id: 'new', description: 'New', order: limits.pageSize + 2 }));
  await waitFor(() => expect(place.history).toEqual(['/pictures/2/photo/p2']));
  expect(screen.getByRole('dialog', { name: 'Photo 2' })).toBeDefined();
});
