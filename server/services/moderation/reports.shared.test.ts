import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { contentOf } from '#contract/rules/reported-content.ts';
import type { Report } from '#contract/resources/reports.ts';
import { away, callerOf, home, insertRows, people, photoOf } from '#tests/fixtures/camp.ts';
import { callAt, openSharedCamp, overlap } from '#tests/fixtures/databases/shared-camp.ts';
import { retirePicturesHook } from '#server/images/retire-pictures-hook.ts';
import { retiredAfter } from '#server/store/images/retired-pictures.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import { dynamicScopes, type Store } from '#server/store/store.ts';
import { erasePerson } from '../accounts/erase-person.ts';

const clock = { now: () => Date.UTC(2026, 10, 21, 12) };

test('a picture that is reported in one process while its photo is deleted in another is kept', async () => {
  const camp = await openSharedCamp(2, clock);
  const [one] = camp.stores as [Store];
  const photo = photoOf('author', { url: `/images/photos/${'r'.repeat(22)}-1600x1200.webp` });
  await insertRows(one, clock, 'photos', [photo]);
  const id = uuidv7();
  const seen = contentOf('photos', photo);
  const report = (store: Store) =>
    callAt({ store, clock }, callerOf('participant'), 'POST', '/api/report', {
      id,
      event: home,
      resource: 'photos',
      rowId: photo.id,
      reason: 'spam',
      seen,
    });
  // The author is active in another event by now, and their client does not send the event of the row.
  const author = { ...callerOf('author'), activeEventId: away };
  const remove = (store: Store) => callAt({ store, clock, beforeCommit: retirePicturesHook }, author, 'DELETE', `/api/photo/${photo.id}`);
  await overlap(camp.stores, report, remove);
  expect([((await readRow(one.reading, 'reports', id)) as Report).picture, await retiredAfter(one.reading, 0)]).toEqual([photo.url, []]);
  await camp.close();
});

test('a report about a person who is erased in another process at the same time contains no content', async () => {
  const camp = await openSharedCamp(2, clock);
  const [one] = camp.stores as [Store];
  const photo = photoOf('stranger', { description: 'canary-words' });
  await insertRows(one, clock, 'photos', [photo]);
  const id = uuidv7();
  const body = { id, event: home, resource: 'photos', rowId: photo.id, reason: 'spam', seen: contentOf('photos', photo) };
  const report = (store: Store) => callAt({ store, clock }, callerOf('participant'), 'POST', '/api/report', body);
  const erasure = { userId: people.stranger.id, keepsShared: false, erasedAt: clock.now() };
  await overlap(camp.stores, report, (store) => store.write(dynamicScopes(), (trx) => erasePerson(trx, erasure)));
  expect(await readRow(one.reading, 'reports', id)).toMatchObject({ subjectId: null, snapshot: null, picture: null });
  await camp.close();
});
