import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { thumbnailOf } from '../../contract/pictures.ts';
import { eventId, participant, userId } from '../../tests/fixtures/device.ts';
import { keptPictures } from '../../tests/fixtures/kept-pictures.ts';
import { clientOf, givenDevice, meanwhile, tearDown } from '../../tests/fixtures/organiser.tsx';
import type { EventDatabase } from '../db/database.ts';
import { SyncProvider, useLive } from '../sync/react/hooks.tsx';
import { type Observed, observed } from '../sync/device/observable.ts';
import { initialStatus, type SyncStatus } from '../sync/engine/status.ts';
import { useSweptPictures } from './use-swept-pictures.ts';

const link = (folder: string) => `/images/${folder}/${'a'.repeat(22)}-40x30.webp`;
const both = (folder: string) => [link(folder), thumbnailOf(link(folder))];
const folders = ['evidence', 'people', 'photos'] as const;

let db: EventDatabase;
let kept: Set<string>;
let status: Observed<SyncStatus>;
beforeEach(async () => {
  db = await givenDevice('participant');
  kept = keptPictures();
  for (const path of folders.flatMap(both)) kept.add(path);
  const row = { id: 'p', version: 1, eventId, authorId: userId, createdAt: '2026-07-01T10:00:00.000Z' };
  await db.mirror('photos').put({ ...row, url: link('photos'), description: 'The jetty', order: 1 });
  await db.mirror('evidence').put({ ...row, url: link('evidence'), statisticId: 1 });
  await db.mirror('participants').put(participant(20, 'Ben', { image: link('people') }));
});
afterEach(() => tearDown(db));

function Swept(): ReactNode {
  useSweptPictures();
  // Hears what the hook hears, and after it.
  const counts = useLive((db) => Promise.all(['photos', 'participants', 'evidence'].map((table) => db.mirror(table).count())), []);
  return <output>{counts && `${counts.reduce((sum, count) => sum + count)} rows`}</output>;
}

/** Starts with a mirror that is level since this moment; null: not yet. */
function start(upToDateAt: number | null): void {
  status = observed<SyncStatus>({ ...initialStatus, connection: 'online', upToDateAt });
  const client = clientOf(db);
  vi.spyOn(client, 'status', 'get').mockReturnValue(status);
  render(
    <SyncProvider client={client}>
      <Swept />
    </SyncProvider>,
  );
}
const expectKept = (...expected: readonly string[]) =>
  waitFor(() => expect([...kept].toSorted()).toEqual(expected.flatMap(both).toSorted()));

test.each([
  ['evidence', () => db.mirror('evidence').delete('p')],
  ['people', () => db.mirror('participants').delete(`${eventId}-20`)],
  ['photos', () => db.mirror('photos').delete('p')],
])('a picture of %s whose row goes leaves the device, whole and small, and no other does', async (gone, remove) => {
  kept.add(link('unnamed'));
  start(1);
  // What nothing names any more goes at the start, which is over then.
  await expectKept(...folders);
  await meanwhile(remove);
  await expectKept(...folders.filter((folder) => folder !== gone));
});

test('nothing is let go before the mirror is level: its rows may only not be here yet', async () => {
  const tables = ['photos', 'participants', 'evidence'].map((name) => db.mirror(name));
  const rows = await Promise.all(tables.map((table) => table.toArray()));
  await Promise.all(tables.map((table) => table.clear()));
  kept.add(link('unnamed'));
  start(null);
  await screen.findByText('0 rows');
  await meanwhile(() => Promise.all(tables.map((table, index) => table.bulkPut(rows[index]!))));
  await screen.findByText('3 rows');
  await act(async () => status.set({ ...status.get(), upToDateAt: 1 }));
  await expectKept(...folders);
});
