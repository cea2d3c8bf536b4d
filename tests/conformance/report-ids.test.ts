import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, insertRows, people, reportOf } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

test('a report under the id of another report without a reporter is refused, and that one stays unchanged', async () => {
  const there = reportOf('author');
  await insertRows(world.store, world.clock, 'reports', [there]);
  const seen = { authorId: people.author.id, title: '', text: 'Nothing', startDate: null, picture: null };
  const body = { id: there.id, event: home, resource: 'posts', rowId: there.rowId, reason: 'spam', seen };
  const answer = await world.call('participant', 'POST', '/api/report', { body });
  expect([answer.status, answer.body]).toMatchObject([422, { error: 'id_taken' }]);
  const { changes } = await world.pull('orga');
  expect(changes.find(({ id }) => id === there.id)?.row).toMatchObject({ reason: there.reason, subjectId: there.subjectId });
});
