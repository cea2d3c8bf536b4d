import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { away, home, insertRows, meetupOf, people, type PersonName, postOf } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { scheduleEntryOf } from './organisers-rows.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const call = async (who: PersonName | null, method: string, url: string, body?: object) => {
  const answer = await world.call(who, method, url, body ? { body } : {});
  return [answer.status, answer.body] as const;
};
const users = async (query = '') => (await call('admin', 'GET', `/api/admin/users${query}`))[1];
const person = async (who: PersonName) => (await call('admin', 'GET', `/api/admin/users/${people[who].id}`))[1];
const setRole = (by: PersonName, who: PersonName, role: string) => call(by, 'PUT', `/api/admin/users/${people[who].id}/role`, { role });
const giveRole = (who: PersonName, eventId: number, role: string | null) =>
  call('admin', 'PUT', `/api/admin/users/${people[who].id}/event-role`, { eventId, role });
const memberRole = (by: PersonName, who: PersonName, role: string) =>
  call(by, 'PUT', `/api/event/${home}/participant/${people[who].id}/role`, { role });
const remove = (by: PersonName, who: PersonName) => call(by, 'DELETE', `/api/event/${home}/participant/${people[who].id}`);
const me = async (who: PersonName) => (await world.call(who, 'GET', '/api/users/me')).body;
const codesOf = async (who: PersonName) =>
  (await world.pull(who)).changes.flatMap(({ resource, row }) => (resource === 'codes' && row ? [row['code']] : []));
const rename = (who: PersonName, name: string) => world.call(who, 'POST', '/api/users/me', { body: { name } });

describe('the list of everybody', () => {
  test('is ordered by name and paged, with role, active event and role in it', async () => {
    const { users: all, pagination } = await users('?limit=3&page=2');
    expect(all.map(({ name }: { name: string }) => name)).toEqual(['otherOrga', 'outsider', 'participant']);
    expect(pagination).toEqual({ currentPage: 2, totalPages: 3, totalCount: 7 });
    expect(all[0]).toEqual({
      id: people.otherOrga.id,
      name: 'otherOrga',
      email: 'otherorga@camp.example',
      image: null,
      role: 'user',
      eventRole: 'admin',
      activeEvent: { id: away, title: 'Camp 2' },
    });
    expect(all[1]).toMatchObject({ eventRole: null, activeEvent: null });
  });

  test('finds names and addresses of every script, also without accents', async () => {
    await rename('author', 'Søren Åström');
    await rename('participant', 'Юлия Петрова');
    await rename('orga', '山田 花子');
    for (const [search, id] of [
      ['soren', people.author.id],
      ['юлия', people.participant.id],
      ['山田', people.orga.id],
      ['STRANGER@camp', people.stranger.id],
    ] as const) {
      const { users: found } = await users(`?search=${encodeURIComponent(search)}`);
      expect(found.map(({ id: one }: { id: number }) => one)).toEqual([id]);
    }
    expect(await users('?search=100%25_')).toMatchObject({ users: [], pagination: { totalPages: 1, totalCount: 0 } });
  });

  test('leaves out the placeholder that erased people leave behind', async () => {
    await call('admin', 'POST', `/api/admin/users/${people.author.id}/erase`, { shared: 'anonymise', name: 'author' });
    expect((await users()).pagination.totalCount).toBe(6);
    expect((await call('admin', 'GET', '/api/admin/users/0'))[0]).toBe(400);
  });

  test('has all events of a person, hidden ones too, and the number of their sessions', async () => {
    await world.signIn('stranger');
    expect(await person('stranger')).toMatchObject({
      events: [
        { id: home, title: 'Camp 1', role: null },
        { id: away, title: 'Camp 2', role: 'participant' },
      ],
      // The session of the camp, and the session of the test.
      sessions: 2,
    });
  });
});

describe('the global role', () => {
  test('takes effect at once on routes and in the feed, and is taken back as fast', async () => {
    const { cursor } = await world.pull('author');
    expect(await setRole('admin', 'author', 'admin')).toEqual([200, { success: true }]);
    const { changes } = await world.pull('author', cursor);
    expect(changes.find(({ resource }) => resource === 'me')?.row).toMatchObject({ role: 'admin' });
    expect(await codesOf('author')).toContain('CAMP-ONCE');
    expect((await setRole('author', 'admin', 'user'))[0]).toBe(200);
    expect((await call('admin', 'GET', '/api/admin/users'))[0]).toBe(403);
    expect(await codesOf('admin')).toEqual([]);
  });

  test('reaches the device also when the scopes stay the same', async () => {
    const { cursor } = await world.pull('orga');
    await setRole('admin', 'orga', 'admin');
    const { changes } = await world.pull('orga', cursor);
    expect(changes).toMatchObject([{ resource: 'me', version: 2, row: { role: 'admin' } }]);
  });

  test('is kept by the last global admin', async () => {
    const [status, body] = await setRole('admin', 'admin', 'user');
    expect([status, body.error]).toEqual([409, 'last_admin']);
    expect(await me('admin')).toMatchObject({ role: 'admin' });
    await setRole('admin', 'orga', 'admin');
    expect((await setRole('admin', 'admin', 'user'))[0]).toBe(200);
  });

  test('is kept by one of two admins who remove it from each other at once', async () => {
    await setRole('admin', 'orga', 'admin');
    const answers = await Promise.all([setRole('admin', 'orga', 'user'), setRole('orga', 'admin', 'user')]);
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200, 403]));
    const left = await sqlOf(world.store.reading).selectFrom('users').select('id').where('role', '=', 'admin').execute();
    expect(left).toHaveLength(1);
  });
});

describe('the role in an event', () => {
  test('changes the scopes of the promoted member and nothing for the others', async () => {
    const [{ cursor }, { cursor: ofOther }] = [await world.pull('author'), await world.pull('participant')];
    expect(await codesOf('author')).not.toContain('CAMP-ONCE');
    expect(await memberRole('orga', 'author', 'admin')).toEqual([200, { success: true }]);
    expect((await world.pull('author', cursor)).changes.find(({ resource }) => resource === 'me')?.row).toMatchObject({
      memberships: [{ eventId: home, role: 'admin' }],
    });
    expect(await codesOf('author')).toContain('CAMP-ONCE');
    expect(await world.pull('participant', ofOther)).toMatchObject({ cursor: ofOther, changes: [] });
    expect((await call('orga', 'GET', `/api/event/${home}/participant/${people.author.id}/role`))[1]).toEqual({ role: 'admin' });
  });

  test('rejects the pending commands of a demoted admin', async () => {
    const entry = scheduleEntryOf();
    await insertRows(world.store, world.clock, 'schedule', [entry]);
    await memberRole('orga', 'author', 'admin');
    await memberRole('orga', 'author', 'participant');
    const path = `/api/event/${home}/schedule/${entry.id}`;
    const calls = [{ key: '01900000-0000-7000-8000-00000000000a', lane: 'schedule:x', method: 'PUT', path, body: { title: 'Late' } }];
    const [, { answers }] = await call('author', 'POST', '/api/batch', { calls });
    expect(answers).toMatchObject([{ status: 403, body: { error: 'forbidden' } }]);
    await remove('orga', 'author');
    const [, again] = await call('author', 'POST', '/api/batch', { calls: [{ ...calls[0], key: '01900000-0000-7000-8000-00000000000b' }] });
    expect(again.answers).toMatchObject([{ status: 404, body: { error: 'not_found' } }]);
    const { changes } = await world.pull('orga');
    expect(changes.find(({ id }) => id === entry.id)?.row).toMatchObject({ title: entry.title, version: 1 });
    expect(await codesOf('author')).toEqual([]);
  });

  test('is removed from the last event admin by a global admin only', async () => {
    for (const attempt of [memberRole('orga', 'orga', 'participant'), remove('orga', 'orga')]) {
      const [status, body] = await attempt;
      expect([status, body.error]).toEqual([409, 'last_event_admin']);
    }
    await memberRole('orga', 'author', 'admin');
    expect((await memberRole('author', 'orga', 'participant'))[0]).toBe(200);
    expect((await remove('admin', 'author'))[0]).toBe(200);
    expect((await call('author', 'GET', `/api/event/${home}/schedule`))[0]).toBe(403);
  });

  test('ends with the removal: the member loses the event, the others lose the member, shared rows stay', async () => {
    const post = postOf('author');
    await insertRows(world.store, world.clock, 'posts', [post]);
    // Leaving asks for a decision about shared rows; a removal does not.
    await insertRows(world.store, world.clock, 'meetups', [meetupOf('author')]);
    const { cursor } = await world.pull('participant');
    expect(await remove('orga', 'author')).toEqual([200, { success: true }]);
    expect(await me('author')).toMatchObject({ activeEvent: null });
    const own = await world.pull('author');
    expect(own.changes.filter(({ resource }) => ['posts', 'participants', 'meetups'].includes(resource))).toEqual([]);
    const named = `${home}-${people.author.id}`;
    const { changes } = await world.pull('participant', cursor);
    expect(changes.filter(({ resource }) => resource === 'participants')).toEqual([
      { resource: 'participants', id: named, version: 2, row: null },
    ]);
    expect((await world.pull('participant')).changes.map(({ id }) => id)).toContain(post.id);
    expect((await call('author', 'POST', '/api/post', { content: 'still here', event: home }))[0]).toBe(403);
  });

  test('is given by a global admin in any event, which becomes active if the person had none', async () => {
    const { cursor } = await world.pull('participant');
    expect((await giveRole('outsider', home, 'admin'))[0]).toBe(200);
    expect(await me('outsider')).toMatchObject({ activeEvent: { id: home }, eventRole: 'admin' });
    expect(await codesOf('outsider')).toContain('CAMP-ONCE');
    const { changes } = await world.pull('participant', cursor);
    expect(changes).toMatchObject([{ resource: 'participants', row: { userId: people.outsider.id } }]);
    await giveRole('author', away, 'participant');
    expect(await me('author')).toMatchObject({ activeEvent: { id: home } });
    expect((await giveRole('outsider', home, null))[0]).toBe(200);
    expect(await me('outsider')).toMatchObject({ activeEvent: null });
    // The role is already null for a person who is no member.
    expect((await giveRole('outsider', home, null))[0]).toBe(200);
  });
});

test('an admin ends all sessions of one person and no others', async () => {
  await world.signIn('author');
  expect(await call('admin', 'POST', `/api/admin/users/${people.author.id}/end-sessions`)).toEqual([200, { success: true, ended: 2 }]);
  expect((await call('author', 'GET', '/api/sync'))[0]).toBe(401);
  expect((await call('author', 'POST', '/api/post', { content: 'late', event: home }))[0]).toBe(401);
  expect((await call('participant', 'GET', '/api/sync'))[0]).toBe(200);
  expect(await person('author')).toMatchObject({ sessions: 0 });
  expect((await call('admin', 'POST', `/api/admin/users/${people.author.id}/end-sessions`, {}))[1]).toMatchObject({ ended: 0 });
});

test('a link to a new password works once, for a day, and revokes earlier links', async () => {
  const link = async () => (await call('admin', 'POST', `/api/admin/users/${people.author.id}/reset-link`, {}))[1];
  const tokenOf = ({ url }: { url: string }) => /^http.*\/#\/reset-password\?token=([\w-]{22})$/.exec(url)?.[1] ?? 'none';
  const reset = (token: string, newPassword: string) => call(null, 'POST', '/api/users/reset-password', { token, newPassword });
  const [first, second] = [await link(), await link()];
  expect(second.expiresAt).toBe('2026-11-22T12:00:00.000Z');
  expect((await reset(tokenOf(first), 'Seeufer-2026-Tag'))[0]).toBe(410);
  expect((await reset(tokenOf(second), 'Seeufer-2026-Tag'))[0]).toBe(200);
  expect((await reset(tokenOf(second), 'Seeufer-2027-Tag'))[0]).toBe(410);
  const third = await link();
  world.clock.time += 24 * 3_600_000;
  expect((await reset(tokenOf(third), 'Seeufer-2028-Tag'))[0]).toBe(410);
});

describe('an erasure', () => {
  const erase = (who: PersonName, name: string, shared = 'delete') =>
    call('admin', 'POST', `/api/admin/users/${people[who].id}/erase`, { shared, name });

  test('requires the current name, or the address of a person without one', async () => {
    await rename('author', 'Zoë  Müller');
    const [status, body] = await erase('author', 'Zoe Müller');
    expect([status, body.error]).toEqual([422, 'name_mismatch']);
    expect((await erase('author', ' Zoe\u0308  Mu\u0308ller '))[0]).toBe(200);
    await sqlOf(world.store.reading).updateTable('users').set({ name: '' }).where('id', '=', people.participant.id).execute();
    expect((await erase('participant', ''))[0]).toBe(422);
    expect((await erase('participant', 'participant@camp.example'))[0]).toBe(200);
  });

  test('deletes the sessions and rows of the person, and their rows in the mirrors of others', async () => {
    await world.signIn('author');
    const post = postOf('author');
    await insertRows(world.store, world.clock, 'posts', [post]);
    const { cursor } = await world.pull('participant');
    expect(await erase('author', 'author')).toEqual([200, { success: true }]);
    expect((await call('author', 'GET', '/api/sync'))[0]).toBe(401);
    expect((await call('author', 'GET', '/api/users/me/deleted'))[1]).toEqual({ deleted: true });
    const gone = (await world.pull('participant', cursor)).changes.filter(({ row }) => row === null).map(({ id }) => id);
    expect(gone).toEqual(expect.arrayContaining([post.id, `${home}-${people.author.id}`]));
  });

  test('keeps shared rows without a name when the admin chooses so', async () => {
    const post = postOf('author');
    await insertRows(world.store, world.clock, 'posts', [post]);
    await erase('author', 'author', 'anonymise');
    const { changes } = await world.pull('participant');
    expect(changes.find(({ id }) => id === post.id)?.row).toMatchObject({ authorId: 0, content: post.content });
  });

  test('is rejected for the admin themself and for a deleted person', async () => {
    const [status, body] = await erase('admin', 'admin');
    expect([status, body.error]).toEqual([409, 'not_oneself']);
    await erase('author', 'author');
    expect((await erase('author', 'author'))[0]).toBe(404);
  });
});
