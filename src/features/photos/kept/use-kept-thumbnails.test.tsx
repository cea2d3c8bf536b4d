import { act, render, waitFor } from '@testing-library/react';
import { v7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { thumbnailOf } from '#contract/pictures.ts';
import { apiAnswer, eventId, userId } from '#tests/fixtures/device.ts';
import { keptPictures } from '#tests/fixtures/pictures/kept-pictures.ts';
import { clientOf, givenDevice, changeRemotely, tearDown } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import { SyncProvider } from '#sync/react/hooks.tsx';
import { type Observed, observed } from '#lib/observable.ts';
import { initialStatus, type SyncStatus } from '#sync/engine/status.ts';
import { useKeptThumbnails } from './use-kept-thumbnails.ts';

let db: EventDatabase;
let kept: Set<string>;
let status: Observed<SyncStatus>;
let requests: string[];
let answer: (path: string, signal: AbortSignal) => Promise<Response>;

const there = async () => new Response('picture', { headers: { 'content-type': 'image/webp', 'x-event-companion': '1' } });
const link = (number: number) => `/images/photos/${String(number).padStart(22, '0')}-40x30.webp`;
const thumbnail = (number: number) => thumbnailOf(link(number));
const photo = (number: number) => {
  const createdAt = '2026-07-01T10:00:00.000Z';
  return { id: v7(), version: 1, eventId, authorId: userId, url: link(number), description: `${number}`, order: number, createdAt };
};
const thumbnails = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => thumbnail(from + index));

beforeEach(async () => {
  db = await givenDevice();
  kept = keptPictures();
  requests = [];
  answer = there;
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => {
    requests.push(path);
    return answer(path, signal);
  });
});
afterEach(() => tearDown(db));

function Kept(): null {
  useKeptThumbnails(eventId);
  return null;
}

/** Starts after a sync with photos of these numbers; a higher number is newer. */
async function given(from: number, to: number): Promise<void> {
  await db.mirror('photos').bulkPut(Array.from({ length: to - from + 1 }, (_, index) => photo(from + index)));
  status = observed<SyncStatus>({ ...initialStatus, connection: 'online', upToDateAt: 1 });
  const client = clientOf(db);
  vi.spyOn(client, 'status', 'get').mockReturnValue(status);
  render(
    <SyncProvider client={client}>
      <Kept />
    </SyncProvider>,
  );
}

/** Simulates a sync without changes. */
const sync = () => act(async () => status.set({ ...status.get(), upToDateAt: status.get().upToDateAt! + 1 }));
const expectKept = (expected: readonly string[]) => waitFor(() => expect([...kept].toSorted()).toEqual(expected));
const expectRequests = (count: number) => waitFor(() => expect(requests).toHaveLength(count));
const settled = () => act(async () => new Promise((resolve) => setTimeout(resolve, 0)));

test('stores the newest 100 of 101 thumbnails, and deletes one that is no longer among them', async () => {
  const face = `/images/people/${'a'.repeat(22)}-40x30-small.webp`;
  kept.add(face);
  await given(1, 101);
  await expectKept([face, ...thumbnails(2, 101)].toSorted());
  expect(requests.toSorted()).toEqual(thumbnails(2, 101));
  await changeRemotely(() => db.mirror('photos').put(photo(102)));
  await expectKept([face, ...thumbnails(3, 102)].toSorted());
  expect(requests).toHaveLength(101);
});

test.each([
  ['the network does not bring', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a busy server refuses', async () => new Response('', { status: 503 })],
  ['a captive portal does not know', async () => new Response('', { status: 404 })],
])('retries a thumbnail that %s after the next sync and only then', async (_how, failing) => {
  answer = (path) => (path === thumbnail(5) ? failing() : there());
  await given(1, 5);
  await expectKept(thumbnails(1, 4));
  await settled();
  answer = there;
  expect(requests).toHaveLength(5);
  await sync();
  await expectKept(thumbnails(1, 5));
  await sync();
  await sync();
  expect(requests).toHaveLength(6);
});

test('fetches only one parallel round per sync while the cache is full', async () => {
  vi.spyOn(kept, 'add').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  await given(1, 9);
  await expectRequests(3);
  await settled();
  await sync();
  await expectRequests(6);
  await settled();
  expect([requests.length, kept.size]).toEqual([6, 0]);
});

test('aborts a hanging thumbnail after a minute and fetches it last', async () => {
  const clocks: { ms: number; ring: () => void }[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const clock = new AbortController();
    clocks.push({ ms, ring: () => clock.abort() });
    return clock.signal;
  });
  const hangs = thumbnails(7, 9);
  answer = (path, signal) => {
    if (!hangs.includes(path)) return there();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))));
  };
  await given(1, 9);
  await expectRequests(3);
  await sync();
  expect(requests.toSorted()).toEqual(hangs);
  expect(clocks.map(({ ms }) => ms)).toEqual([60_000, 60_000, 60_000]);
  for (const { ring } of clocks) ring();
  await settled();
  await sync();
  await expectKept(thumbnails(1, 6));
});

test('does not request a missing thumbnail after each sync', async () => {
  answer = async (path) => (path === thumbnail(5) ? apiAnswer(404) : there());
  await given(1, 5);
  await expectKept(thumbnails(1, 4));
  await settled();
  await sync();
  await settled();
  expect(requests).toHaveLength(5);
});
