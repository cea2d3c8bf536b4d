import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sqlOf } from '#server/store/core/handles.ts';
import { setRoleIn } from '#server/store/repositories/events/memberships.ts';
import { away, codeOf, home, insertRows, meetupOf, people, type PersonName, postOf } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const leave = (who: PersonName, eventId: number = home, body: object = { sure: true }) =>
  world.call(who, 'POST', `/api/event/${eventId}/leave`, { body });
const join = (who: PersonName, eventId: number, eventCode: string) =>
  world.call(who, 'POST', `/api/event/${eventId}/switch`, { body: { eventCode } });
const me = async (who: PersonName) => (await world.call(who, 'GET', '/api/users/me')).body;
const participantsOf = async (who: PersonName, cursor: string) =>
  (await world.pull(who, cursor)).changes.filter(({ resource }) => resource === 'participants');
const named = `${home}-${people.author.id}`;

describe('a member who leaves an event', () => {
  test('has no active event afterwards, and neither reads nor writes in the event', async () => {
    expect((await leave('author')).status).toBe(200);
    expect(await me('author')).toMatchObject({ activeEvent: null });
    const { changes } = await world.pull('author');
    expect(changes.filter(({ resource }) => resource === 'posts')).toEqual([]);
    expect((await world.call('author', 'GET', `/api/event/${home}/schedule`)).status).toBe(403);
    expect((await world.call('author', 'POST', '/api/post', { body: { content: 'still here', event: home } })).status).toBe(403);
  });

  test('stays in another active event', async () => {
    await insertRows(world.store, world.clock, 'codes', [codeOf({ eventId: away, code: 'AWAY-OPEN' })]);
    await join('author', away, 'AWAY-OPEN');
    expect((await leave('author', home)).status).toBe(200);
    expect(await me('author')).toMatchObject({ activeEvent: { id: away } });
    const { changes } = await world.pull('author');
    expect(changes.find(({ resource }) => resource === 'me')?.row).toMatchObject({
      memberships: [{ eventId: away, role: 'participant' }],
    });
  });

  test('is removed from the list of the others, and their rows stay', async () => {
    const post = postOf('author');
    await insertRows(world.store, world.clock, 'posts', [post]);
    const { cursor } = await world.pull('participant');
    await leave('author');
    expect(await participantsOf('participant', cursor)).toEqual([{ resource: 'participants', id: named, version: 2, row: null }]);
    const { changes } = await world.pull('participant');
    expect(changes.map(({ id }) => id)).toContain(post.id);
  });

  test('is listed again after joining again, also for devices that missed the departure', async () => {
    const { cursor } = await world.pull('participant');
    await leave('author');
    await join('author', home, 'CAMP-OPEN');
    expect(await participantsOf('participant', cursor)).toMatchObject([{ id: named, version: 3, row: { userId: people.author.id } }]);
  });

  test('changes nothing by leaving twice or without having been a member', async () => {
    await leave('author');
    const { cursor } = await world.pull('author');
    expect((await leave('author')).status).toBe(200);
    expect((await leave('author', 4_711)).status).toBe(200);
    expect(await world.pull('author', cursor)).toMatchObject({ cursor, changes: [] });
  });

  test('must confirm while others depend on their rows, and need not after the event', async () => {
    const past = meetupOf('author', { startDate: '2026-11-20T20:00:00.000Z' });
    await insertRows(world.store, world.clock, 'meetups', [past, meetupOf('author'), meetupOf('author', { eventId: away })]);
    const { status, body } = await leave('author', home, {});
    expect([status, body.error]).toEqual([409, 'still_theirs']);
    expect(await me('author')).toMatchObject({ activeEvent: { id: home } });
    expect((await leave('author', home, { sure: true })).status).toBe(200);
    await insertRows(world.store, world.clock, 'meetups', [meetupOf('participant', { startDate: '2026-11-21T12:00:00.000Z' })]);
    expect((await leave('participant', home, {})).status).toBe(200);
  });

  test('is rejected as the last event admin, confirmed or not, unless a global admin', async () => {
    for (const sure of [true, false]) {
      const { status, body } = await leave('orga', home, { sure });
      expect([status, body.error]).toEqual([409, 'last_event_admin']);
    }
    expect(await me('orga')).toMatchObject({ activeEvent: { id: home }, eventRole: 'admin' });
    await world.store.write([], (trx) => setRoleIn(trx, people.author.id, home, 'admin'));
    expect((await leave('orga')).status).toBe(200);
    await sqlOf(world.store.reading).updateTable('users').set({ role: 'admin' }).where('id', '=', people.author.id).execute();
    expect((await leave('author')).status).toBe(200);
  });
});
