import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentOf } from '#contract/rules/reported-content.ts';
import { erasePerson } from '#server/services/accounts/erase-person.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { erasedAccountId } from '#server/store/accounts/erase.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import { dynamicScopes } from '#server/store/store.ts';
import { home, insertRows, people, photoOf } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

test.each([
  [false, { subjectId: null, snapshot: null, picture: null, source: 'seen' }],
  [true, { subjectId: erasedAccountId, snapshot: { text: 'shared-words' }, source: 'stored' }],
])('a report about a deleted account restores none of its texts (shared rows stay: %s)', async (keepsShared, made) => {
  const photo = photoOf('author', { description: 'shared-words' });
  await insertRows(world.store, world.clock, 'photos', [photo]);
  const erasure = { userId: people.author.id, keepsShared, erasedAt: world.clock.now() };
  await world.store.write(dynamicScopes(), (trx) => erasePerson(trx, erasure));
  const { cursor } = await world.pull('participant');
  const seen = { ...contentOf('photos', photo), text: 'canary-words' };
  const reporting = {
    body: { resource: 'photos', rowId: photo.id, reason: 'spam', seen, event: home },
    headers: { 'idempotency-key': uuidv7() },
  };
  const { id } = (await world.call('participant', 'POST', '/api/report', reporting)).body;
  expect(await readRow(world.store.reading, 'reports', id)).toMatchObject(made);
  const left = ['own_reports', 'reports', 'receipts'] as const;
  const rows = await Promise.all(left.map((table) => sqlOf(world.store.reading).selectFrom(table).selectAll().execute()));
  expect(JSON.stringify(rows)).not.toContain('canary-words');
  // Also for the reporter, whose device receives it by the feed.
  const own = { id, reason: 'spam', seen: null, subjectId: null };
  expect((await world.call('participant', 'POST', '/api/report', reporting)).body).toMatchObject(own);
  expect((await world.pull('participant', cursor)).changes).toMatchObject([{ resource: 'ownReports', row: own }]);
});
