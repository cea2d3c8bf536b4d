import { afterEach, beforeEach, expect, test } from 'vitest';
import { mentionOf } from '#contract/rules/mentions.ts';
import type { EventRow } from '#contract/resources/events.ts';
import type { FeedPage } from '#contract/endpoints/core.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { insertMail } from '#server/store/mail/mails.ts';
import { beforeWrite } from '../fixtures/databases/before-write.ts';
import { away, codeOf, home, insertRows, people, type PersonName, replaceRow } from '../fixtures/camp.ts';
import { storedPictures } from '../fixtures/pictures/stored-pictures.ts';
import { type Answer, openWorld, type World } from '../fixtures/world.ts';
import { samplePicture } from './samples.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const titles = async () => ((await world.call('admin', 'GET', '/api/admin/events?')).body.events as EventRow[]).map(({ title }) => title);
const outcomeOf = ({ status, body }: Answer) => `${status} ${body.error ?? ''}`.trim();
const files = (folder: string) => storedPictures(world).names(folder);

const remove = (title = 'Camp 1', id = home) => world.call('admin', 'DELETE', `/api/admin/events/${id}`, { body: { title } });

test('an event is deleted only with its exact name', async () => {
  expect(outcomeOf(await remove('Camp 2'))).toBe('422 name_mismatch');
  expect(outcomeOf(await remove(' '))).toBe('400 invalid');
  expect((await world.call('admin', 'DELETE', '/api/admin/events/1')).status).toBe(400);
  expect(await titles()).toContain('Camp 1');
  expect((await remove(' camp 1 ')).body).toEqual({ success: true });
  expect(await titles()).toEqual(['Camp 2']);
  expect(outcomeOf(await remove())).toBe('404 not_found');
  // The id is not used again.
  const body = { title: 'Herbstlager', startDate: '2027-07-01T08:00:00Z', endDate: '2027-07-05T12:00:00Z' };
  expect((await world.call('admin', 'POST', '/api/admin/events', { body })).body.id).toBeGreaterThan(away);
});

test('a deleted event ends for its members: no active event, no membership, and devices delete its rows', async () => {
  const pages = new Map<PersonName, FeedPage>();
  const pulled = async (who: PersonName, cursor = '') =>
    (await world.call(who, 'GET', `/api/sync?piecewise=1${cursor && `&cursor=${cursor}`}`)).body as FeedPage;
  for (const who of ['participant', 'admin', 'stranger'] as const) pages.set(who, await pulled(who));
  const old = await world.pull('orga');
  await remove();
  const after = async (who: PersonName) => pulled(who, pages.get(who)!.cursor);
  const participant = await after('participant');
  expect(participant.keep?.filter((scope) => /^(member|event)/.test(scope) && scope.endsWith(`:${home}`))).toEqual([]);
  expect(participant.keep).toContain('all');
  expect(participant.changes).toContainEqual(
    expect.objectContaining({ resource: 'me', row: expect.objectContaining({ activeEventId: null, memberships: [] }) }),
  );
  // A global admin is active in events without being a member.
  expect((await after('admin')).changes).toContainEqual(
    expect.objectContaining({ resource: 'me', row: expect.objectContaining({ activeEventId: null }) }),
  );
  // A device that only had the event row receives a tombstone.
  expect((await after('stranger')).changes).toEqual([{ resource: 'events', id: home, version: 2, row: null }]);
  // An app that cannot delete single scopes deletes its mirror and loads it again.
  const { reset, changes } = await world.pull('orga', old.cursor);
  expect([reset, changes.map(({ resource }) => resource).toSorted()]).toEqual([
    true,
    ['calendarEvents', 'calendarFeed', 'hiddenPeople', 'me', 'notifications'],
  ]);
  expect((await world.call('participant', 'POST', '/api/post', { body: { content: 'still here', event: home } })).status).toBe(403);
  expect((await world.call('admin', 'POST', '/api/post', { body: { content: 'still here', event: home } })).status).toBe(404);
});

test.each<[how: string, who: PersonName | null, path: string, body: object, refusal: string]>([
  ['with a code', 'participant', `/api/event/${away}/switch`, { eventCode: 'AWAY-OPEN' }, '404 not_found'],
  ['as an admin of all', 'admin', `/api/event/${away}/switch`, {}, '404 not_found'],
  [
    'by an account',
    null,
    '/api/users/register',
    { email: 'new@camp.example', password: 'Seeufer-2026', eventcode: 'AWAY-OPEN' },
    '404 code_unknown',
  ],
])('a deleted event rejects a person who is just joining %s', async (_how, who, path, body, refusal) => {
  await insertRows(world.store, world.clock, 'codes', [codeOf({ eventId: away, code: 'AWAY-OPEN' })]);
  if (who) await world.signIn(who);
  await world.signIn('admin');
  beforeWrite(world.store, async () => expect(outcomeOf(await remove('Camp 2', away))).toBe('200'));
  expect(outcomeOf(await world.call(who, 'POST', path, { body, headers: { 'sec-fetch-site': 'same-origin' } }))).toBe(refusal);
});

test('a deleted event is removed from the device of a global admin who is active elsewhere', async () => {
  const at = async (eventId: number) => world.call('admin', 'POST', `/api/event/${eventId}/switch`, { body: {} });
  await insertRows(world.store, world.clock, 'codes', [codeOf({ eventId: away, code: 'AWAY-OPEN' })]);
  const pulled = async (cursor = '') =>
    (await world.call('admin', 'GET', `/api/sync?piecewise=1${cursor && `&cursor=${cursor}`}`)).body as FeedPage;
  await at(away);
  await at(home);
  const here = await pulled();
  await at(away);
  const there = await pulled(here.cursor);
  expect(there.keep).toContain(`event:${home}`);
  await remove();
  const left = await pulled(there.cursor);
  expect(left.keep?.filter((scope) => /^(member|event)/.test(scope) && scope.endsWith(`:${home}`))).toEqual([]);
  expect((await world.call('admin', 'GET', '/api/users/me')).body.activeEvent).toMatchObject({ id: away });
});

test('a deleted event pokes its members and everybody who could see it', async () => {
  const poked: string[] = [];
  const listen = (name: PersonName, scope: 'all' | `user:${number}`) =>
    new Promise<void>((resolve) => {
      const poke = (): boolean => (poked.push(name), resolve(), true);
      const quiet = { beat: () => true, recheck: () => undefined, close: () => undefined };
      world.app.deps.hub.add({ sessionId: name, scopes: [scope], poke, ...quiet });
    });
  const all = [listen('stranger', 'all'), listen('participant', `user:${people.participant.id}`)];
  await remove();
  await Promise.all(all);
  expect(poked.toSorted()).toEqual(['participant', 'stranger']);
});

test('a deleted event leaves no row, no stored answer and no picture, and other events keep theirs', async () => {
  const canary = 'kanarienvogel';
  const { call } = world;
  const event = home;
  const headers = { 'idempotency-key': '0192c8a0-0000-7000-8000-00000000e001' };
  await call('participant', 'POST', '/api/post', { body: { content: canary, event }, headers });
  await call('author', 'POST', '/api/post', { body: { content: mentionOf(people.participant.id), event } });
  await call('participant', 'POST', '/api/photo', { body: { url: samplePicture, description: canary, event } });
  await call('author', 'POST', '/api/sharing', {
    body: { type: 'stuff', title: canary, description: canary, available: 1, total: 1, image: samplePicture, event },
  });
  const titled = { title: canary, startDate: '2026-11-21T20:00:00Z', endDate: '2026-11-21T22:00:00Z', locationName: canary };
  await call('orga', 'POST', `/api/event/${home}/schedule`, { body: titled });
  const before = (await call('admin', 'GET', '/api/admin/events?search=camp%201')).body.events[0] as EventRow;
  const described: EventRow = { ...before, description: canary, version: 2 };
  await replaceRow(world.store, world.clock, 'events', before, described);
  await sqlOf(world.store.reading)
    .insertInto('push_subscriptions')
    .values({
      endpoint: 'https://push.example/1',
      user_id: people.author.id,
      session_id: 'author',
      p256dh: 'x',
      auth: 'y',
      language: 'de',
      created_at: 0,
    })
    .execute();
  const push = {
    subject: 'posts:1',
    topic: null,
    count: 1,
    payload: `{"de":"${canary}"}`,
    payload_of_many: null,
    row_key: null,
    author_id: null,
  };
  const waiting = { state: 'waiting', attempts: 0, next_at: 9e15, created_at: 0 } as const;
  await sqlOf(world.store.reading)
    .insertInto('push_jobs')
    .values({ subscription_id: 1, event_id: home, setting: 'chats', ...push, ...waiting })
    .execute();
  await world.store.write([], (trx) =>
    insertMail(trx, { kind: 'event-data-ends', address: 'orga@camp.example', userId: people.orga.id, eventId: home, language: null }, 0),
  );
  await call('orga', 'DELETE', `/api/event/${home}/participant/${people.participant.id}`);
  await storedPictures(world).put(`/events/${home}/header.png`, '');
  expect([
    (await rowsOf(home)).filter(({ count }) => count === 0),
    (await files('/images/photos')).length,
    (await files('/images/shares')).length,
  ]).toEqual([[], 2, 2]);
  expect(await holding(canary)).toEqual(
    expect.arrayContaining(['events', 'posts', 'photos', 'shares', 'schedule_entries', 'receipts', 'push_jobs']),
  );
  const others = await rowsOf(away);

  expect((await remove()).status).toBe(200);
  const { body: auditLog } = await call('admin', 'GET', '/api/admin/audit?kind=events');
  expect(auditLog.entries[0]).toMatchObject({ kind: 'events.removed', event: { id: home, title: null }, details: { title: 'Camp 1' } });
  expect((await rowsOf(home)).filter(({ count }) => count > 0)).toEqual([]);
  expect(await rowsOf(away)).toEqual(others);
  expect(await holding(canary)).toEqual([]);
  expect([await files('/images/photos'), await files('/images/shares'), await files(`/events/${home}`)]).toEqual([[], [], []]);
  // A repeated command gets the stored answer, without the texts.
  const again = await call('participant', 'POST', '/api/post', { body: { content: canary, event }, headers });
  expect([again.status, again.body.content]).toEqual([201, '']);
});

async function rowsOf(eventId: number): Promise<{ table: string; count: number }[]> {
  const found: { table: string; count: number }[] = [];
  for (const { table, columns } of await tablesOfDatabase()) {
    // The audit log keeps admin actions for a year, also of deleted events.
    if (!columns.includes('event_id') || table === 'audit_log') continue;
    const { count } = await sqlOf(world.store.reading)
      .selectFrom(table as 'posts')
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow();
    found.push({ table, count });
  }
  return found;
}

async function holding(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table } of await tablesOfDatabase()) {
    const rows = await sqlOf(world.store.reading)
      .selectFrom(table as 'posts')
      .selectAll()
      .execute();
    if (JSON.stringify(rows).includes(text)) found.push(table);
  }
  return found;
}

async function tablesOfDatabase(): Promise<{ table: string; columns: string[] }[]> {
  const tables = await sqlOf(world.store.reading).introspection.getTables();
  return tables.map(({ name, columns }) => ({ table: name, columns: columns.map((column) => column.name) }));
}
