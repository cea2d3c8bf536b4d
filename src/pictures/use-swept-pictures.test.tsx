import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { thumbnailOf } from '#contract/pictures.ts';
import type { AnyResource } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { eventId, participant } from '#tests/fixtures/device.ts';
import { keptPictures } from '#tests/fixtures/pictures/kept-pictures.ts';
import { clientOf, givenDevice, changeRemotely, tearDown } from '#tests/fixtures/organiser.tsx';
import { watchReads } from '#tests/fixtures/screens/read-rows.ts';
import type { EventDatabase } from '#db/database.ts';
import { SyncProvider, useLive } from '#sync/react/hooks.tsx';
import { type Observed, observed } from '#lib/observable.ts';
import { initialStatus, type SyncStatus } from '#sync/engine/status.ts';
import { pictureCaches } from '#sync/device/picture-caches.ts';
import { sweepPictures } from '#sync/mirror/sweep-pictures.ts';
import { useSweptPictures } from './use-swept-pictures.ts';

const link = (folder: string) => `/images/${folder}/${'a'.repeat(22)}-40x30.webp`;
const both = (folder: string) => [link(folder), thumbnailOf(link(folder))];

/** A row for each folder of pictures that shows one; for profiles it is the participant. */
const rows: readonly { folder: string; resource: string; row: { readonly id: string } }[] = [
  ...resources.flatMap(({ name, pictures }: AnyResource) =>
    pictures && name !== 'me'
      ? [{ folder: pictures.folder, resource: name, row: { id: 'p', version: 1, eventId, [pictures.field]: link(pictures.folder) } }]
      : [],
  ),
  { folder: 'people', resource: 'participants', row: participant(20, 'Ben', { image: link('people') }) },
];
const folders = rows.map(({ folder }) => folder).toSorted();
const caching = Object.keys(pictureCaches).length;
const putRows = () => Promise.all(rows.map(({ resource, row }) => db.mirror(resource).put(row as never)));

let db: EventDatabase;
let kept: Set<string>;
let status: Observed<SyncStatus>;
beforeEach(async () => {
  db = await givenDevice('participant');
  kept = keptPictures();
  for (const path of folders.flatMap(both)) kept.add(path);
  await putRows();
});
afterEach(() => tearDown(db));

function Swept(): ReactNode {
  useSweptPictures();
  // Its query runs after that of the hook.
  const counts = useLive((db) => Promise.all(rows.map(({ resource }) => db.mirror(resource).count())), []);
  return <output>{counts && `${counts.reduce((sum, count) => sum + count)} rows`}</output>;
}

/** Starts with a mirror that is up to date since this moment; null: not yet. */
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

test.each(rows)('deletes the picture of $folder when its row is deleted, in both sizes, and no other', async (gone) => {
  kept.add(link('unnamed'));
  start(1);
  // Pictures without a row are deleted at the start.
  await expectKept(...folders);
  await changeRemotely(() => db.mirror(gone.resource).delete(gone.row.id));
  await expectKept(...folders.filter((folder) => folder !== gone.folder));
});

test('a sweep reads the rows of kept pictures only, and removals during a sweep share the next one', async () => {
  const many = Array.from({ length: 300 }, (_, index) => ({ id: `many-${index}`, version: 1, eventId, url: link(`many-${index}`) }));
  await db.mirror('photos').bulkPut(many as never);
  const reads = await watchReads(db);
  await sweepPictures(db);
  expect(Math.max(...reads.byTable.values())).toBeLessThanOrEqual(folders.length);

  const sweeps: (() => void)[] = [];
  vi.stubGlobal('caches', { has: () => new Promise((resolve) => sweeps.push(() => resolve(false))) });
  const end = () => act(async () => sweeps.splice(0).forEach((each) => each()));
  start(1);
  await waitFor(() => expect(sweeps.length).toBe(caching));
  const count = Number((await screen.findByText(/rows/)).textContent?.split(' ')[0]);
  for (let removed = 1; removed <= 10; removed += 1) {
    await changeRemotely(() => db.mirror('photos').delete(`many-${removed}`));
    await screen.findByText(`${count - removed} rows`);
  }
  expect(sweeps.length).toBe(caching);
  await end();
  await waitFor(() => expect(sweeps.length).toBe(caching));
  await end();
  // The notification of the last removal may arrive during the second one.
  expect(sweeps.length).toBeLessThanOrEqual(caching);
  await end();
  expect(sweeps).toEqual([]);
});

test('deletes nothing before the mirror is up to date, because rows may still arrive', async () => {
  await Promise.all(rows.map(({ resource }) => db.mirror(resource).clear()));
  kept.add(link('unnamed'));
  start(null);
  await screen.findByText('0 rows');
  await changeRemotely(putRows);
  await screen.findByText(`${rows.length} rows`, {}, { timeout: 500 });
  await act(async () => status.set({ ...status.get(), upToDateAt: 1 }));
  await expectKept(...folders);
});
