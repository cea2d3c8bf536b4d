import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { eventId, quietPorts, userId } from '#tests/fixtures/device.ts';
import { pressInToast, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { putDemoScreens } from '#tests/fixtures/screens/demo-screens.ts';
import { slowPictures } from '#tests/fixtures/pictures/slow-pictures.ts';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { receivedLimits, storeReceived } from '#sync/device/received-content.ts';
import { keepDraftPicture, readDraftPicture } from '#sync/outbox/draft-pictures.ts';
import { ReceivedScreen } from './received-screen.tsx';

let db: EventDatabase;
let pictures: ReturnType<typeof slowPictures>;
let { store } = quietPorts();
const toasts = setUpScreen('participant', async (device) => {
  db = device;
  pictures = slowPictures();
  await putDemoScreens(db);
});
beforeEach(() => void ({ store } = quietPorts()));

let count = 0;

async function receive(text: string, files: readonly string[] = []): Promise<void> {
  const blobs = files.map((type) => new Blob(['file'], { type }));
  count += 1;
  const facts = { id: `id-${count}`, at: Date.now() + count, userId };
  expect(await storeReceived({ store, withRoom: (work) => work() }, { text, files: blobs }, facts)).toBeNull();
}

function open(problem?: string): ReturnType<typeof memoryLocation> {
  const place = memoryLocation({ path: '/shared', record: true });
  show(
    db,
    <Router hook={place.hook}>
      <ReceivedScreen problem={problem} />
    </Router>,
    { store },
  );
  return place;
}

const turnOff = (moduleId: number) => db.mirror('modules').update(`${eventId}-${moduleId}`, { isActive: false });
const chatModule = 3;
const photosModule = 8;
const textOf = async (id: string) => (await db.drafts.get(id))?.text;
const chatText = () => textOf(`post:${eventId}`);
const photoId = (slot = 0) => (slot === 0 ? `photo:${eventId}` : `photo:${eventId}:${slot}`);
const arrives = (place: ReturnType<typeof memoryLocation>, path: string) => waitFor(() => expect(place.history).toEqual([path]));
const leftKeys = () => store.keys('received');
const choice = (name: RegExp) => screen.findByRole('button', { name });

test('leads a text to the chat at once, on a new line of the draft', async () => {
  await db.drafts.put({ id: `post:${eventId}`, text: 'Look at this: ', updatedAt: 0 });
  await receive('https://lake.example');
  await arrives(open(), '/chat');
  expect([await chatText(), await leftKeys(), await db.meta.get(`received:id-${count}`)]).toEqual([
    'Look at this:\nhttps://lake.example',
    [],
    undefined,
  ]);
});

test('leads a picture to the form for photos at once', async () => {
  await receive('', ['image/jpeg']);
  const place = open();
  await waitFor(() => expect(pictures.begun()).toEqual(['0']));
  await pictures.ready('0', 3);
  await arrives(place, '/pictures');
  expect(await readDraftPicture(db, photoId())).toMatchObject({ type: 'image/webp', width: 3, height: 3 });
  expect([await textOf(photoId()), await leftKeys()]).toEqual([undefined, []]);
});

test('asks for the place of a picture with a text, which becomes its description', async () => {
  await receive('So blue', ['image/jpeg']);
  const place = open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Where should this go?' })).toBeDefined();
  expect(screen.getByText('So blue')).toBeDefined();
  expect(await screen.findByRole('img', { name: 'Shared picture' })).toBeDefined();
  await user.click(await choice(/^Photos/));
  await pictures.ready('0', 3);
  await arrives(place, '/pictures');
  expect(await textOf(photoId())).toBe('So blue');
});

test('takes only the text to the chat if the person chooses that', async () => {
  await receive('So blue', ['image/jpeg']);
  const place = open();
  await user.click(await choice(/^Chat.*Only the text/));
  await arrives(place, '/chat');
  expect([await chatText(), await leftKeys(), await db.blobs.count()]).toEqual(['So blue', [], 0]);
});

test('keeps the pictures of the form, and adds the shared ones in free places', async () => {
  const chosen = { bytes: new ArrayBuffer(4), type: 'image/webp', width: 1, height: 1 };
  await keepDraftPicture(db, photoId(), '01900000-0000-7000-8000-000000000001', chosen);
  await db.drafts.put({ id: photoId(), text: 'Mine', updatedAt: 0 });
  await receive('', ['image/jpeg', 'image/png']);
  const place = open();
  for (const [index, side] of [5, 6].entries()) {
    await waitFor(() => expect(pictures.begun()).toHaveLength(index + 1));
    await pictures.ready(`${index}`, side);
  }
  await arrives(place, '/pictures');
  const sides = await Promise.all([0, 1, 2].map(async (slot) => (await readDraftPicture(db, photoId(slot)))?.width));
  expect([sides, await textOf(photoId())]).toEqual([[1, 5, 6], 'Mine']);
});

test('lets content wait if the form for photos is full', async () => {
  const chosen = { bytes: new ArrayBuffer(4), type: 'image/webp', width: 1, height: 1 };
  for (let slot = 0; slot < receivedLimits.pictures; slot += 1) {
    await keepDraftPicture(db, photoId(slot), `01900000-0000-7000-8000-00000000001${slot}`, chosen);
  }
  await receive('', ['image/jpeg']);
  const place = open();
  await waitFor(() => expect(pictures.begun()).toEqual(['0']));
  await pictures.ready('0', 3);
  expect(await screen.findByText(/^There’s no room for this in the form/)).toBeDefined();
  expect([place.history, (await leftKeys()).length, await db.blobs.count()]).toEqual([['/shared'], 2, receivedLimits.pictures]);
});

test('shows that no picture can be read, and leaves out one of several with a message', async () => {
  await receive('', ['image/heic']);
  const place = open();
  await waitFor(() => expect(pictures.begun()).toEqual(['0']));
  await pictures.fail('0');
  expect(await screen.findByText(/^This can’t be read as a picture/)).toBeDefined();
  expect(place.history).toEqual(['/shared']);
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
  await screen.findByRole('heading', { name: 'Nothing is waiting here' });
  expect(await leftKeys()).toEqual([]);
  cleanup();
  pictures = slowPictures();
  await receive('', ['image/heic', 'image/jpeg']);
  const again = open();
  await waitFor(() => expect(pictures.begun()).toEqual(['0']));
  await pictures.fail('0');
  await pictures.ready('1', 3);
  await arrives(again, '/pictures');
  expect(toasts).toHaveBeenCalledWith('Not every picture could be read. The others are in the form.');
  expect(await leftKeys()).toEqual([]);
});

test('lists several contents, and reminds of those that are left', async () => {
  await receive('First');
  await receive('Second');
  const place = open();
  const list = await screen.findByRole('list', { name: 'Shared with the app' });
  const [first] = within(list).getAllByRole('listitem');
  await user.click(within(first!).getByRole('button', { name: /^Chat/ }));
  await arrives(place, '/chat');
  expect([await chatText(), toasts.mock.lastCall]).toEqual(['First', ['Something you shared is waiting.']]);
  await pressInToast('Show');
  expect(place.history.at(-1)).toBe('/shared');
});

test('does not append a text again after the app ended between draft and deletion', async () => {
  await receive('Once');
  const { del } = store;
  store.del = () => Promise.reject(new Error('ended'));
  open();
  await screen.findByText(/^That didn’t work/);
  expect(await chatText()).toBe('Once');
  cleanup();
  store.del = del;
  open();
  await screen.findByRole('heading', { name: 'Nothing is waiting here' });
  expect([await chatText(), await leftKeys()]).toEqual(['Once', []]);
});

test('keeps content if the draft cannot be stored', async () => {
  await receive('Kept');
  const put = vi.spyOn(db.drafts, 'put').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
  const place = open();
  await screen.findByText(/^That didn’t work/);
  put.mockRestore();
  await user.click(await choice(/^Chat/));
  await arrives(place, '/chat');
  expect(await chatText()).toBe('Kept');
});

test('leaves out the place of a module that is off', async () => {
  await turnOff(photosModule);
  await receive('So blue', ['image/jpeg']);
  open();
  await choice(/^Chat/);
  expect(screen.queryByRole('button', { name: /^Photos/ })).toBeNull();
});

test('leads a picture with its text to the photos at once if the chat is off', async () => {
  await turnOff(chatModule);
  await receive('So blue', ['image/jpeg']);
  const place = open();
  await waitFor(() => expect(pictures.begun()).toEqual(['0']));
  await pictures.ready('0', 3);
  await arrives(place, '/pictures');
  expect(await textOf(photoId())).toBe('So blue');
});

test('lets content wait if the event has no place for it', async () => {
  await turnOff(chatModule);
  await receive('So blue');
  const place = open();
  expect(await screen.findByText(/^There’s no place for this in this event/)).toBeDefined();
  expect([place.history, await leftKeys()]).toEqual([['/shared'], [`received:id-${count}`]]);
});

test.each([
  ['full', /^Too much is waiting/],
  ['file_size', /^A picture may have up to 32 MB/],
  ['lost', /^What you shared didn’t arrive/],
])('explains why nothing arrived: %s', async (problem, sentence) => {
  open(problem);
  await screen.findByRole('heading', { name: 'Nothing arrived' });
  expect(screen.getByText(sentence)).toBeDefined();
});

test('shows what is missing of the content, and asks then', async () => {
  await receive('Only this', ['application/pdf']);
  const place = open();
  expect(await screen.findByText(/^Only pictures, text and links/)).toBeDefined();
  expect(place.history).toEqual(['/shared']);
});
