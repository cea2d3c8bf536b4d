import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { purge } from '#server/jobs/purge.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { feedbackAnswers } from '#server/store/migrations/085-feedback-answers.ts';
import { away, feedbackOf, home, insertRows, people, type PersonName } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const send = async (who: PersonName, content = 'Mehr Schatten') =>
  (await world.call(who, 'POST', '/api/feedback', { body: { event: home, content }, headers: { 'idempotency-key': uuidv7() } })).body;

const answersTo = async (who: PersonName, cursor?: string) =>
  (await world.pull(who, cursor)).changes.filter(({ resource }) => resource === 'feedbackAnswers');

/** A row of the author, and a function that returns what becomes of it on an organiser's device. */
async function given(): Promise<{ readonly id: string; readonly now: () => Promise<unknown[]> }> {
  const { id } = await send('author');
  const { cursor } = await world.pull('orga');
  return { id, now: async () => (await answersTo('orga', cursor)).filter((change) => change.id === id).map(({ row }) => row) };
}

test('feedback reaches the event admins and global admins of the event, without its author and their key', async () => {
  const before = new Map<PersonName, string>();
  for (const who of Object.keys(people) as PersonName[]) before.set(who, (await world.pull(who)).cursor);
  const { id, createdAt } = await send('author');
  for (const [who, cursor] of before) {
    const received = await answersTo(who, cursor);
    const readsIt = who === 'orga' || who === 'admin';
    const row = { id, version: 1, eventId: home, content: 'Mehr Schatten', createdAt };
    expect([who, received]).toEqual([who, readsIt ? [{ resource: 'feedbackAnswers', id, version: 1, row }] : []]);
  }
});

test('the answers of an event reach no admin of another one', async () => {
  await insertRows(world.store, world.clock, 'feedback', [feedbackOf('stranger', { eventId: away, content: 'Anderswo' })]);
  const contentsFor = async (who: PersonName) => (await answersTo(who)).map(({ row }) => (row as { content?: string } | null)?.content);
  expect(await contentsFor('otherOrga')).toEqual(['Anderswo']);
  expect(await contentsFor('orga')).not.toContain('Anderswo');
});

test('an answer is deleted for organisers with all content of its author', async () => {
  const { now } = await given();
  expect((await world.call('orga', 'DELETE', `/api/event/${home}/participant/${people.author.id}/content`)).status).toBe(200);
  expect(await now()).toEqual([null]);
});

test.each(['delete', 'anonymise'])('an answer follows the erasure of its author: %s', async (shared) => {
  const { id, now } = await given();
  const erased = await world.call('admin', 'POST', `/api/admin/users/${people.author.id}/erase`, { body: { shared, name: 'author' } });
  expect(erased.status).toBe(200);
  const kept = { id, version: 2, eventId: home, content: 'Mehr Schatten', createdAt: expect.any(String) };
  expect(await now()).toEqual([shared === 'delete' ? null : kept]);
});

test('answers are deleted with the personal data of their event', async () => {
  const idsFor = async (who: PersonName) => (await answersTo(who)).map(({ id }) => id);
  const { id } = await given();
  const end = new Date(world.clock.now() - 365 * times.day).toISOString();
  await sqlOf(world.store.reading).updateTable('events').set({ start_date: end, end_date: end }).where('id', '=', home).execute();
  await purge(world.store, world.clock);
  expect(await idsFor('orga')).toContain(id);
  world.later(31 * times.day);
  await purge(world.store, world.clock);
  expect(await idsFor('orga')).toEqual([]);
});

test('answers are deleted with their event', async () => {
  const { now } = await given();
  const { title } = await sqlOf(world.store.reading).selectFrom('events').select('title').where('id', '=', home).executeTakeFirstOrThrow();
  const deleted = await world.call('admin', 'DELETE', `/api/admin/events/${home}`, { body: { title } });
  expect([deleted.status, await now(), await answersTo('admin')]).toEqual([200, [], []]);
});

test('a demoted organiser no longer receives answers', async () => {
  const { cursor } = await world.pull('orga');
  const path = `/api/admin/users/${people.orga.id}/event-role`;
  expect((await world.call('admin', 'PUT', path, { body: { eventId: home, role: 'participant' } })).status).toBe(200);
  await send('author');
  expect([await answersTo('orga', cursor), await answersTo('orga')]).toEqual([[], []]);
});

test('organisers receive feedback that was given before the update, oldest first', async () => {
  const db = sqlOf(world.store.reading);
  await db.deleteFrom('feedback').execute();
  await insertRows(world.store, world.clock, 'feedback', [
    feedbackOf('author', { content: 'Later', createdAt: '2026-11-21T11:30:00.000Z' }),
    feedbackOf('participant', { content: 'Earlier', version: 3 }),
  ]);
  await db.deleteFrom('change_log').where('resource', '=', 'feedbackAnswers').execute();
  const { cursor } = await world.pull('orga');
  expect(await answersTo('orga')).toEqual([]);
  await feedbackAnswers.up(db as never);
  const received = (await answersTo('orga', cursor)).map(({ version, row }) => [version, (row as { content?: string }).content]);
  expect(received).toEqual([
    [3, 'Earlier'],
    [1, 'Later'],
  ]);
});
