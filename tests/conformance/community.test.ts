import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { away, home, insertRows, meetupOf } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const read = async (who: Parameters<World['call']>[0], url: string) => (await world.call(who, 'GET', url)).body;

test('meetups of the given or the active event are ordered by start, with their authors', async () => {
  const late = meetupOf('participant', { title: 'Spät', startDate: '2026-11-22T20:00:00.000Z' });
  const early = meetupOf('orga', { title: 'Früh', startDate: '2026-11-21T08:00:00.000Z' });
  await insertRows(world.store, world.clock, 'meetups', [late, early, meetupOf('stranger', { eventId: away, title: 'Anderswo' })]);
  const list = await read('author', `/api/meetup?event=${home}`);
  expect(list.map(({ title }: { title: string }) => title)).toEqual(['Früh', 'Nachtschwimmen', 'Spät']);
  expect(list[0]).toEqual({
    id: early.id,
    version: 1,
    eventId: home,
    title: 'Früh',
    description: early.description,
    startDate: early.startDate,
    place: null,
    capacity: null,
    author: { id: 2, name: 'orga', image: null },
  });
  expect(await read('author', '/api/meetup/')).toEqual(list);
  expect(await read('stranger', '/api/meetup')).toMatchObject([{ title: 'Anderswo' }]);
});

test('a plain client creates and deletes a meetup without key or id', async () => {
  const body = { event: home, title: 'Baden', description: 'Am Steg', startDate: '2026-11-21T15:00:00Z' };
  const made = await world.call('author', 'POST', '/api/meetup/', { body });
  expect(made).toMatchObject({ status: 201, body: { title: 'Baden', authorId: 3, startDate: '2026-11-21T15:00:00.000Z' } });
  expect((await world.call('author', 'DELETE', `/api/meetup/${made.body.id}`)).status).toBe(204);
  expect(await read('author', '/api/meetup')).toMatchObject([{ title: 'Nachtschwimmen' }]);
});

test.each([
  ['2026-11-21T20:00', '2026-11-21T19:00:00.000Z'],
  ['2026-07-21T20:00:30', '2026-07-21T18:00:30.000Z'],
  ['2026-11-21T20:00:00+05:30', '2026-11-21T14:30:00.000Z'],
  ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
])('a start as %s means %s in an event in Berlin', async (startDate, instant) => {
  const body = { event: home, title: 'Baden', description: 'Am Steg', startDate };
  const made = await world.call('author', 'POST', '/api/meetup/', { body });
  expect(made).toMatchObject({ status: 201, body: { startDate: instant } });
  expect(await read('author', '/api/meetup')).toContainEqual(expect.objectContaining({ id: made.body.id, startDate: instant }));
});

test.each([
  { title: ' ' },
  { description: '' },
  { startDate: '' },
  { startDate: 'tomorrow' },
  { startDate: '9999-12-31T23:00' },
  { startDate: '0026-07-18T14:00' },
  { startDate: '2026-07-18T14:00:00.1234567890' },
  { title: undefined },
])('a meetup requires title, description and start: %o', async (part) => {
  const body = { title: 'Baden', description: 'Am Steg', startDate: '2026-11-21T15:00:00Z', ...part };
  const answer = await world.call('author', 'POST', '/api/meetup', { body });
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid', issues: [{ path: Object.keys(part)[0] }] } });
});

const inHome = async (names: readonly string[]) => {
  const { id } = await sqlOf(world.store.reading)
    .selectFrom('users')
    .select((is) => is.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  const nothing = {
    role: 'user' as const,
    password_hash: '!',
    email_verified: 1 as const,
    version: 1,
    created_at: 0,
    active_event_id: home,
  };
  const users = names.map((name, index) => ({ ...nothing, id: id + index + 1, name, email: `member${index}@camp.example` }));
  await sqlOf(world.store.reading).insertInto('users').values(users).execute();
  const memberships = users.map((user) => ({ user_id: user.id, event_id: home, role: 'participant' as const, version: 1 }));
  await sqlOf(world.store.reading).insertInto('memberships').values(memberships).execute();
};

test('members are paged by 25 and ordered by name, with their visible fields', async () => {
  await inHome(Array.from({ length: 30 }, (_, index) => `Zelt ${String(index).padStart(2, '0')}`));
  const first = await read('author', `/api/event/${home}/participant?page=&search=`);
  expect(first).toMatchObject({ currentPage: 1, totalPages: 2, totalParticipants: 33 });
  expect(first.participants).toHaveLength(25);
  expect(first.participants[0]).toEqual({
    id: '1-3',
    version: 1,
    eventId: home,
    userId: 3,
    name: 'author',
    image: '/images/placeholder-profile.svg',
    email: 'author@camp.example',
    whatsapp: null,
    instagram: null,
    linkedin: null,
  });
  const second = await read('author', `/api/event/${home}/participant?page=2`);
  expect(second.participants.map(({ name }: { name: string }) => name)).toEqual([22, 23, 24, 25, 26, 27, 28, 29].map((n) => `Zelt ${n}`));
  expect(await read('author', `/api/event/${home}/participant?page=3`)).toMatchObject({ participants: [], currentPage: 3 });
});

test('members are found by a part of name or address, without case and accents', async () => {
  await inHome(['Emil Sørensen', 'Zoë']);
  const found = async (search: string) =>
    (await read('author', `/api/event/${home}/participant?search=${encodeURIComponent(search)}`)).participants.map(
      ({ name }: { name: string }) => name,
    );
  expect(await found('SOREN')).toEqual(['Emil Sørensen']);
  expect(await found('member1@')).toEqual(['Zoë']);
  expect(await found('100% _nobody')).toEqual([]);
  // The stranger is a member of the other event only.
  expect(await found('stranger')).toEqual([]);
});

test('feedback is text or JSON text, and only event admins read it', async () => {
  const content = JSON.stringify({ rating: 4, votes: { keep_cheap: 1 }, freeText: '' });
  const given = await world.call('participant', 'POST', '/api/feedback', { body: { event: home, content } });
  expect(given).toMatchObject({ status: 201, body: { content, authorId: 4, createdAt: '2026-11-21T12:00:00.000Z' } });
  const list = await read('orga', '/api/feedback');
  expect(list).toHaveLength(3);
  // Nobody learns who gave it.
  expect(list[0]).toEqual({ id: given.body.id, version: 1, eventId: home, content, createdAt: given.body.createdAt });
  for (const content of ['', '  ', 7, undefined]) {
    expect((await world.call('participant', 'POST', '/api/feedback', { body: { event: home, content } })).status).toBe(400);
  }
});

test("feedback reaches only the device of its author, not an admin's", async () => {
  const { changes } = await world.pull('orga');
  const authors = changes
    .filter(({ resource }) => resource === 'feedback')
    .map(({ row }) => (row as { authorId?: number } | null)?.authorId);
  expect(authors).toEqual([2]);
});

test('counters add up by changes, a plain client sets the value, and the default is zero', async () => {
  const count = (who: Parameters<World['call']>[0], body: object) => world.call(who, 'POST', '/api/users/me/statistic/1', { body });
  expect(await count('author', { value: 1 })).toMatchObject({ status: 200, body: { id: '1-3', userId: 3, eventId: home, value: 1 } });
  // Two devices of one person each changed a 1 to a 2.
  await count('author', { value: 2, change: 1 });
  expect((await count('author', { value: 2, change: 1 })).body).toMatchObject({ value: 3, version: 3 });
  expect((await count('author', { value: 9, change: -1 })).body).toMatchObject({ value: 2 });
  await count('participant', { value: 7 });
  expect(await read('orga', `/api/event/${home}/statistic`)).toEqual([
    {
      id: 1,
      statistic: { nameI18N: 'Sprünge' },
      total: 12,
      UserStatistic: [
        { id: '1-4', user: { id: 4, name: 'participant', image: null }, value: 7 },
        { id: '1-2', user: { id: 2, name: 'orga', image: null }, value: 3 },
        { id: '1-3', user: { id: 3, name: 'author', image: null }, value: 2 },
      ],
    },
  ]);
  const own = { statistic: { id: 1, nameI18N: 'Sprünge', evidencePromptI18N: null }, UserEvidence: [] };
  expect(await read('author', '/api/users/me/statistic')).toEqual([{ ...own, value: 2 }]);
  expect(await read('admin', '/api/users/me/statistic')).toEqual([{ ...own, value: 0 }]);
  expect(await read('stranger', '/api/users/me/statistic')).toEqual([]);
});

test.each([{}, { value: '1' }, { value: 1.5 }, { value: 1, change: 2 }, { value: 1, change: 0 }, { value: 2_000_000_000 }])(
  'an invalid count is refused: %o',
  async (body) => {
    const answer = await world.call('author', 'POST', '/api/users/me/statistic/1', { body });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid' } });
  },
);

test.each(['page=0', 'page=x', 'limit=2', `search=${'x'.repeat(201)}`])('an invalid search is refused: %s', async (query) => {
  expect(await world.call('author', 'GET', `/api/event/${home}/participant?${query}`)).toMatchObject({
    status: 400,
    body: { error: 'invalid' },
  });
});

test.each(['event=x', 'event=0', 'page=1', `event=${uuidv7()}`])('an invalid list query is refused: %s', async (query) => {
  expect(await world.call('author', 'GET', `/api/meetup?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid' } });
});
