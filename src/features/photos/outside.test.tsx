import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { pageRows } from '#contract/rules/windows.ts';
import { eventId, participant, userId } from '#tests/fixtures/device.ts';
import { recordToasts, givenDevice, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { slowPictures } from '#tests/fixtures/pictures/slow-pictures.ts';
import { changeOf, putWindow, windowServer } from '#tests/fixtures/screens/windowed.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import { screenOf } from '#app/routes/routes.tsx';
import type { EventDatabase } from '#db/database.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { photos } from './manifest.ts';
import { photosPerPage, type StoredPhoto } from './read-photos.ts';

const toasts = recordToasts();
const named = (order: number): string => `0190f1de-0000-7000-8000-${String(order).padStart(12, '0')}`;
const photo = (order: number, authorId = userId): StoredPhoto => ({
  id: named(order),
  version: 1,
  eventId,
  authorId,
  url: `/images/photos/${'a'.repeat(22)}-40x30.webp`,
  description: `photo ${order}`,
  order,
  createdAt: '2026-07-01T10:00:00.000Z',
});

let db: EventDatabase;
/** A device with the newest 35 of 95 photos, from order 61 on, and an older one. */
beforeEach(async () => {
  await startTexts();
  slowPictures();
  db = await givenDevice('participant');
  await db.mirror('participants').put(participant(userId, 'Orga'));
  await db.mirror('photos').bulkPut([photo(2), ...Array.from({ length: 35 }, (_, index) => photo(61 + index))]);
  await putWindow(db, { floors: { photos: 61 }, counts: { photos: 95 } });
  await photos.routes![0]!.screen.preload?.();
});
afterEach(() => {
  history.replaceState(null, '');
  return tearDown(db);
});

function open(path: string, server = windowServer(() => 503)): { client: SyncClient; path: () => string | undefined } {
  const location = memoryLocation({ path, record: true });
  const [route] = photos.routes!;
  const routed: ReactNode = <Route path={route!.path}>{(params) => screenOf(route!, params)}</Route>;
  const client = show(db, <Router hook={location.hook}>{routed}</Router>, server);
  return { client, path: () => location.history.at(-1) };
}
const offline = (client: SyncClient): void => act(() => client.note({ connection: 'offline' }));
const shown = (): number => screen.queryAllByRole('article').length;
const pageOf = (...orders: number[]) => ({ changes: orders.map((order) => changeOf('photos', photo(order))) });

test('fetches pages of the length that the screen shows', () => {
  expect(photosPerPage).toBe(pageRows['photos']);
});

test('counts the photos of the server, and shows the newest ones without a call', async () => {
  const server = windowServer(() => 503);
  const { client } = open('/pictures', server);
  expect(await screen.findByText('95 photos')).toBeDefined();
  await waitFor(() => expect(shown()).toBe(30));
  expect(screen.getByRole('link', { name: 'Page 4' })).toBeDefined();
  expect(server.calls()).toEqual([]);
  offline(client);
  expect(await screen.findByText('95 photos (as of 01.07.2026, 13:00)')).toBeDefined();
});

test('fetches a page below the window, without photos of hidden people, and moves between its photos', async () => {
  const other = { id: `${userId}-20`, version: 1, userId, otherId: 20, hidden: true };
  await db.mirror('hiddenPeople').put(other);
  const server = windowServer(() => ({ changes: [photo(35), photo(34, 20), photo(33)].map((row) => changeOf('photos', row)) }));
  const { path } = open('/pictures/3', server);
  await user.click(await screen.findByRole('link', { name: /photo 35/ }));
  expect(shown()).toBe(2);
  expect(server.calls()).toEqual(['older?list=photos&page=3']);
  await user.click(await screen.findByRole('button', { name: 'Next picture' }));
  expect(await screen.findByRole('dialog', { name: /photo 33/ })).toBeDefined();
  expect(path()).toBe(`/pictures/3/photo/${named(33)}`);
});

test('shows a page without network as not on this device, with the photos that are, never as empty', async () => {
  const server = windowServer(() => pageOf(65, 64, 40));
  const { client } = open('/pictures/2', server);
  offline(client);
  expect(await screen.findByRole('heading', { name: 'Not on this device' })).toBeDefined();
  expect(shown()).toBe(5);
  expect(screen.queryByText('No photos yet')).toBeNull();
  expect(server.calls()).toEqual([]);
  act(() => client.note({ connection: 'online' }));
  expect(await screen.findByRole('article', { name: 'photo 40' })).toBeDefined();
  offline(client);
  expect(await screen.findByText('This page is as of 01.07.2026, 14:00.')).toBeDefined();
});

test('reports a call that failed', async () => {
  open(
    '/pictures/3',
    windowServer(() => 500),
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load this.');
});

test('ends the turning of pictures at the end of the window', async () => {
  const { client } = open(`/pictures/2/photo/${named(61)}`);
  offline(client);
  await screen.findByRole('button', { name: 'Previous picture' });
  expect(screen.queryByRole('button', { name: 'Next picture' })).toBeNull();
});

test('fetches a photo that a link names', async () => {
  open(
    `/pictures/photo/${named(20)}`,
    windowServer(() => pageOf(20)),
  );
  expect(await screen.findByRole('dialog', { name: /photo 20/ })).toBeDefined();
});

test('leaves a photo that is not on this device without network, and one that the server does not have', async () => {
  const first = open(
    `/pictures/photo/${named(20)}`,
    windowServer(() => pageOf()),
  );
  offline(first.client);
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('This photo isn’t on this device. You can open it when you’re online.'));
  open(
    `/pictures/photo/${named(21)}`,
    windowServer(() => pageOf()),
  );
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('This picture isn’t available.'));
});
