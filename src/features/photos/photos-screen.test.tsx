import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { waitingPicture } from '#contract/pictures.ts';
import { eventId, participant, quietPorts, userId } from '#tests/fixtures/device.ts';
import { expectCommands, givenDevice, recordToasts, changeRemotely, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { slowPictures } from '#tests/fixtures/pictures/slow-pictures.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import { fillIn, pressIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { command } from '#sync/outbox/command.ts';
import { enqueue, park } from '#sync/outbox/outbox.ts';
import { fromBelow } from '#ui/overlays/over-page.ts';
import { seenNameOf } from '#sync/mirror/seen-order.ts';
import { countNewPhotos } from './new-photos.ts';
import { photosPerPage } from './read-photos.ts';
import { PhotosScreen } from './photos-screen.tsx';

const toasts = recordToasts();
let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  // Pending pictures are rendered from their bytes.
  slowPictures();
});
afterEach(() => {
  // In a hook, because a failing test skips its last lines.
  localStorage.clear();
  history.replaceState(null, '');
  return tearDown(db);
});

/** Shows the screen for this role, with one photo of the person and one of Ben. */
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
/** Opens the menu of a photo, and returns its actions. */
const actionsOf = async (description: string) => {
  await user.click(await screen.findByRole('button', { name: `More actions: ${description}` }));
  return screen.findAllByRole('menuitem');
};
const namesOf = (items: readonly HTMLElement[]) => items.map(({ textContent }) => textContent);
const asList = () => localStorage.setItem('photos-layout', 'list');

test("deletes a photo of the author after a confirmation, and nobody else's", async () => {
  asList();
  await given('participant');
  expect(namesOf(await actionsOf('His tent'))).toEqual(['Report']);
  await user.keyboard('{Escape}');
  const [remove] = await actionsOf('My tent');
  await user.click(remove!);
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete this photo?' }));
  expect(await db.outbox.count()).toBe(0);
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'My tent' })).toBeNull());
  expect(await db.outbox.toArray()).toMatchObject([{ mutation: 'remove', entities: ['photos:mine'] }]);
});

test('lets an event admin delete photos of others', async () => {
  asList();
  await given('admin');
  expect(namesOf(await actionsOf('His tent'))).toContain('Delete');
});

test('shows a refused photo with its picture and text, and resends it edited', async () => {
  await given('participant');
  const id = '01900000-0000-7000-8000-000000000001';
  const args = { url: waitingPicture(id, 40, 30), description: 'One too many' };
  const bytes = { id, bytes: new Uint8Array([1]).buffer, type: 'image/webp' };
  await enqueue(db, quietPorts(), command('photos', 'create', args, { eventId, bytes }));
  expect((await card('One too many')).getByText('Waiting to be sent')).toBeDefined();
  await park(db, await db.outbox.toArray(), 'picture_quota');
  await screen.findByText('Your photo wasn’t accepted');
  const refused = within(screen.getByText('One too many').closest('article')!);
  expect(refused.getByText(/^You’ve reached the limit for pictures/)).toBeDefined();
  const picture = await refused.findByRole('img', { name: 'Picture' });
  await waitFor(() => expect(picture.getAttribute('src')).toBe('blob:picture'));
  await user.click(refused.getByRole('button', { name: 'Edit and send again' }));
  await fillIn(refused.getByRole('textbox'), 'Now it fits');
  await user.click(refused.getByRole('button', { name: 'Send again' }));
  expect((await card('Now it fits')).getByText('Waiting to be sent')).toBeDefined();
  await expectCommands(db, [{ mutation: 'create', args: { ...args, description: 'Now it fits' } }]);
});

test('shows photos as a grid, or as a list if chosen, also after a restart', async () => {
  await given('participant');
  expect((await card('My tent')).getByRole('link', { name: 'View in full size: My tent' })).toBeDefined();
  expect(screen.queryByText('My tent')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show as list' }));
  expect((await card('My tent')).getByText('My tent')).toBeDefined();
  cleanup();
  show(db, <PhotosScreen page={1} />);
  await user.click(await screen.findByRole('button', { name: 'Show as grid' }));
  expect((await card('My tent')).queryByText('My tent')).toBeNull();
});

test('marks photos of others since the last visit as new, until the next visit', async () => {
  await given('participant');
  cleanup();
  await db.meta.put({ name: seenNameOf('photos', eventId), value: 0 });
  show(db, <PhotosScreen page={1} />);
  const name = (photo: string): string => `View in full size: ${photo}`;
  expect(await screen.findByRole('link', { name: `${name('His tent')}, New` })).toBeDefined();
  expect(screen.getByRole('link', { name: name('My tent') })).toBeDefined();
  await waitFor(async () => expect(await countNewPhotos(db, eventId)).toBe(0));
  cleanup();
  show(db, <PhotosScreen page={1} />);
  expect(await screen.findByRole('link', { name: name('His tent') })).toBeDefined();
});

test('offers the contact of other authors only', async () => {
  asList();
  await given('participant');
  await user.click((await card('His tent')).getByRole('button', { name: 'Ben' }));
  expect(await screen.findByRole('dialog', { name: /Ben/ })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect((await card('My tent')).queryByRole('button', { name: 'Orga' })).toBeNull();
});

test('describes an empty list only while the form is closed', async () => {
  db = await givenDevice('participant');
  show(db, <PhotosScreen page={1} />);
  await screen.findByRole('heading', { name: 'No photos yet' });
  await user.click(screen.getByRole('button', { name: 'Add a photo' }));
  await screen.findByLabelText('What does it show?');
  expect(screen.queryByText('No photos yet')).toBeNull();
});

/** Opens the screen at this path with this many photos of Ben, oldest first. */
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

test('moves between photos in full size by keys, buttons and swipes, above the page of each photo', async () => {
  const { history } = await givenMany(photosPerPage + 1, '/pictures/2/photo/p1');
  const first = await screen.findByRole('dialog', { name: 'Photo 1' });
  expect(within(first).queryByRole('button', { name: 'Next picture' })).toBeNull();
  await pressIn(first, '{ArrowLeft}');
  const second = await screen.findByRole('dialog', { name: 'Photo 2' });
  expect(history.at(-1)).toBe('/pictures/photo/p2');
  await user.click(within(second).getByRole('button', { name: 'Previous picture' }));
  const third = await screen.findByRole('dialog', { name: 'Photo 3' });
  const picture = within(third).getByRole('img', { name: 'Photo 3' });
  const finger = { isPrimary: true, pointerType: 'touch', pointerId: 1 };
  fireEvent.pointerDown(picture, { ...finger, clientX: 200, clientY: 100 });
  fireEvent.pointerUp(picture, { ...finger, clientX: 100, clientY: 110 });
  await screen.findByRole('dialog', { name: 'Photo 2' });
  expect(history).toEqual(['/pictures/photo/p2']);
});

test('returns to the page of the photo when it is closed', async () => {
  const back = vi.spyOn(history, 'back').mockReturnValue();
  // The state that links of the list set.
  history.replaceState(fromBelow, '');
  const place = await givenMany(photosPerPage + 2, '/pictures/2/photo/p2');
  const close = () => user.click(screen.getByRole('button', { name: 'Close' }));
  await pressIn(await screen.findByRole('dialog', { name: 'Photo 2' }), '{ArrowRight}');
  await pressIn(await screen.findByRole('dialog', { name: 'Photo 1' }), '{ArrowLeft}');
  await pressIn(await screen.findByRole('dialog', { name: 'Photo 2' }), '{ArrowLeft}');
  await screen.findByRole('dialog', { name: 'Photo 3' });
  await close();
  expect(back).not.toHaveBeenCalled();
  expect(place.history).toEqual(['/pictures']);
  // Goes back in the history if that is the same page.
  act(() => place.navigate('/pictures/photo/p3'));
  await pressIn(await screen.findByRole('dialog', { name: 'Photo 3' }), '{ArrowLeft}');
  await screen.findByRole('dialog', { name: 'Photo 4' });
  await close();
  expect(back).toHaveBeenCalledTimes(1);
});

test('closes a photo that is deleted while it is shown, with a message', async () => {
  const place = await givenMany(2, '/pictures/photo/p1');
  await screen.findByRole('dialog', { name: 'Photo 1' });
  await changeRemotely(() => db.mirror('photos').delete('p1'));
  await waitFor(() => expect(toasts.mock.calls).toEqual([['This picture isn’t available.']]));
  expect(place.history).toEqual(['/pictures']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows the next photo after the shown one was deleted, and the list after the last one', async () => {
  const place = await givenMany(2, '/pictures/photo/p2');
  for (const id of ['p1', 'p2']) await db.mirror('photos').update(id, { authorId: userId });
  const remove = async (): Promise<void> => {
    const [action] = (await actionsOf(place.history.at(-1)!.endsWith('p2') ? 'Photo 2' : 'Photo 1')).slice(-1);
    await user.click(action!);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  };
  await screen.findByRole('dialog', { name: 'Photo 2' });
  await remove();
  await screen.findByRole('dialog', { name: 'Photo 1' });
  await remove();
  await waitFor(() => expect(place.history).toEqual(['/pictures']));
  expect(toasts).not.toHaveBeenCalled();
});

test('leads from an unknown photo to the list without revealing if it exists elsewhere', async () => {
  const place = await givenMany(2, '/pictures/photo/of-another-event');
  await waitFor(() => expect(toasts.mock.calls).toEqual([['This picture isn’t available.']]));
  expect(place.history).toEqual(['/pictures']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('updates the neighbours of a shown photo', async () => {
  await givenMany(1, '/pictures/photo/p1');
  const dialog = await screen.findByRole('dialog', { name: 'Photo 1' });
  expect(within(dialog).queryByRole('button', { name: 'Previous picture' })).toBeNull();
  const first = (await db.mirror('photos').get('p1'))!;
  await changeRemotely(() => db.mirror('photos').put({ ...first, id: 'new', description: 'New', order: 2 }));
  const previous = await within(dialog).findByRole('button', { name: 'Previous picture' });
  await changeRemotely(() => db.mirror('photos').delete('new'));
  await waitFor(() => expect(previous.getAttribute('aria-disabled')).toBe('true'));
});

test('shows in the grid that the server has no space for a photo', async () => {
  await given('participant');
  const id = '01900000-0000-7000-8000-000000000001';
  const args = { url: waitingPicture(id, 40, 30), description: 'Too much' };
  const bytes = { id, bytes: new Uint8Array([1]).buffer, type: 'image/webp' };
  const { seq } = await enqueue(db, quietPorts(), command('photos', 'create', args, { eventId, bytes }));
  await changeRemotely(() => db.outbox.update(seq, { lastError: { code: 'storage_full' } }));
  expect(await (await card('Too much')).findByText(/^The server is out of space/)).toBeDefined();
});

test('shows author and time in full size, with a contact that opens above', async () => {
  const place = await givenMany(2, '/pictures/photo/p1');
  await db.mirror('participants').put(participant(20, 'Ben'));
  const dialog = await screen.findByRole('dialog', { name: 'Photo 1' });
  expect(dialog.querySelector('time')?.dateTime).toBe('2026-07-01T10:00:00.000Z');
  await user.click(await within(dialog).findByRole('button', { name: 'Ben' }));
  const contact = await screen.findByRole('dialog', { name: /Ben/ });
  act(() => within(contact).getByRole('button', { name: 'Close' }).focus());
  await user.keyboard('{ArrowLeft}');
  expect(place.history).toEqual(['/pictures/photo/p1']);
  await user.click(within(contact).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /Ben/ })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Photo 1' })).toBeDefined();
});

test('corrects the page in the address of a shown photo, also when a newer photo moves it', async () => {
  const place = await givenMany(photosPerPage + 1, '/pictures/photo/p1');
  await waitFor(() => expect(place.history).toEqual(['/pictures/2/photo/p1']));
  await pressIn(await screen.findByRole('dialog', { name: 'Photo 1' }), '{ArrowLeft}');
  await screen.findByRole('dialog', { name: 'Photo 2' });
  expect(place.history).toEqual(['/pictures/photo/p2']);
  const other = (await db.mirror('photos').get('p2'))!;
  await changeRemotely(() => db.mirror('photos').put({ ...other, id: 'new', description: 'New', order: photosPerPage + 2 }));
  await waitFor(() => expect(place.history).toEqual(['/pictures/2/photo/p2']));
  expect(screen.getByRole('dialog', { name: 'Photo 2' })).toBeDefined();
});
