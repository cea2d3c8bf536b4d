import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EventRow } from '../../contract/resources/events.ts';
import type { FeedPage } from '../../contract/endpoints.ts';
import { sqlOf } from '../../server/store/engine/handles.ts';
import { beforeWrite } from '../fixtures/before-write.ts';
import { away, callerOf, codeOf, home, insertRows, people, type PersonName, replaceRow } from '../fixtures/camp.ts';
import { loseCommit } from '../fixtures/lost-commit.ts';
import { storedPictures } from '../fixtures/stored-pictures.ts';
import { type Answer, openWorld, type World } from '../fixtures/world.ts';
import { samplePicture } from './samples.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const dates = { startDate: '2027-07-01T08:00:00Z', endDate: '2027-07-05T12:00:00Z' };
const create = (body: object, key?: string, who: PersonName = 'admin') =>
  world.call(who, 'POST', '/api/admin/events', {
    body: { title: 'Herbstlager', ...dates, ...body },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const list = async (query = '') => (await world.call('admin', 'GET', `/api/admin/events?${query}`)).body;
const titles = async (query = '') => ((await list(query)).events as EventRow[]).map(({ title }) => title);
const said = ({ status, body }: Answer) => `${status} ${body.error ?? ''}`.trim();
const key = '0192c8a0-0000-7000-8000-00000000e001';
const files = (folder: string) => storedPictures(world).names(folder);

describe('a new event', () => {
  test('has what was said of it, and the defaults for the rest', async () => {
    const { status, body, headers } = await create({ title: ' Herbstlager ' });
    expect([status, headers['etag']]).toEqual([201, '"1"']);
    expect(body).toMatchObject({
      title: 'Herbstlager',
      description: '',
      startDate: '2027-07-01T08:00:00.000Z',
      endDate: '2027-07-05T12:00:00.000Z',
      visible: true,
      codeRequired: false,
      timeZone: 'Europe/Berlin',
      dateLocale: 'de-DE',
      headerImage: null,
    });
    expect(await titles()).toContain('Herbstlager');
  });

  test('takes wall-clock times in its zone, and its picture as a data URL', async () => {
    const wallClock = { startDate: '2027-07-01T08:00', endDate: '2027-07-05T12:00', timeZone: 'America/New_York' };
    const { body } = await create({ ...wallClock, headerImage: samplePicture });
    expect([body.startDate, body.endDate]).toEqual(['2027-07-01T12:00:00.000Z', '2027-07-05T16:00:00.000Z']);
    expect((await world.call(null, 'GET', body.headerImage)).status).toBe(200);
  });

  test('that was stored though nobody heard so keeps its picture', async () => {
    const events = () => sqlOf(world.store.reading).selectFrom('events').select('id').where('title', '=', 'Herbstlager').execute();
    loseCommit(world.store, async () => (await events()).length > 0);
    expect((await create({ headerImage: samplePicture }, key)).status).toBe(503);
    const { status, body } = await create({ headerImage: samplePicture }, key);
    expect(status).toBe(201);
    expect((await world.call(null, 'GET', body.headerImage)).status).toBe(200);
  });

  test('is whole at once for whoever made it and was in no event: modules without dating, menu, home screen, a code to pass on', async () => {
    await sqlOf(world.store.reading).updateTable('users').set({ role: 'admin' }).where('id', '=', people.outsider.id).execute();
    const { cursor } = await world.pull('outsider');
    const { id } = (await create({}, undefined, 'outsider')).body;
    const { changes } = await world.pull('outsider', cursor);
    const rows = (name: string) => changes.filter(({ resource, row }) => resource === name && row).map(({ row }) => row!);
    expect(rows('me')).toMatchObject([{ activeEventId: id, memberships: [{ eventId: id, role: 'admin' }] }]);
    expect(rows('participants')).toMatchObject([{ eventId: id, userId: people.outsider.id }]);
    const off = rows('modules').filter(({ isActive }) => isActive !== true);
    expect(off.map(({ name }) => name)).toEqual(['dating']);
    expect([rows('menuEntries').length, rows('homeEntries').length].map((count) => count > 5)).toEqual([true, true]);
    expect(rows('codes')).toMatchObject([
      { reusable: true, used: false, code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/) },
    ]);
    const code = rows('codes')[0]!['code'] as string;
    expect((await world.call(null, 'GET', `/api/event/by-code/${code}`)).body).toMatchObject({ eventId: id });
    expect((await world.call('outsider', 'GET', '/api/event/sharecode')).body).toEqual({ sharecode: code });
  });

  test('leaves whoever is in another one there; all hear of it, of a hidden one only its own', async () => {
    const { cursor } = await world.pull('stranger');
    const seen = (await create({})).body;
    await create({ title: 'Geheim', visible: false });
    expect((await world.call('admin', 'GET', '/api/users/me')).body.activeEvent).toMatchObject({ id: home });
    const heard = (await world.pull('stranger', cursor)).changes;
    expect(heard).toMatchObject([{ resource: 'events', id: seen.id }]);
    const own = (await world.pull('admin')).changes.filter(({ resource }) => resource === 'events').map(({ row }) => row?.['title']);
    expect(own).toEqual(expect.arrayContaining(['Herbstlager', 'Geheim']));
  });

  test('is made once, however often its call comes: at the same moment, or because the answer was lost', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create({ headerImage: samplePicture }, key)));
    answers.push(await create({ headerImage: samplePicture }, key));
    expect(answers.map(said)).toEqual(['201', '201', '201', '201']);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await titles()).filter((title) => title === 'Herbstlager')).toHaveLength(1);
    // Of the pictures that came with the others nothing is left.
    expect(await files('/images/headers')).toHaveLength(2);
    expect(said(await create({ title: 'Other' }, key))).toBe('422 key_reused');
    expect(said(await create({}, key))).toBe('422 key_reused');
  });

  test('has a name of its own: of two admins who take the same at once one is told, and loses nothing of a picture on the disk', async () => {
    await sqlOf(world.store.reading).updateTable('users').set({ role: 'admin' }).where('id', '=', people.orga.id).execute();
    const answers = await Promise.all([
      create({ headerImage: samplePicture }),
      create({ title: '  HERBSTLAGER', headerImage: samplePicture }, undefined, 'orga'),
    ]);
    expect(answers.map(said).toSorted()).toEqual(['201', '422 title_taken']);
    expect(said(await create({ title: 'camp 2' }))).toBe('422 title_taken');
    expect(await files('/images/headers')).toHaveLength(2);
  });

  test.each<[what: string, part: object, refusal: string, path?: string]>([
    ['a blank name', { title: ' ' }, '400 invalid', 'title'],
    ['a long name', { title: 'x'.repeat(201) }, '400 invalid', 'title'],
    ['an end before the start', { endDate: '2027-06-30T00:00:00Z' }, '400 invalid', 'endDate'],
    ['no date', { startDate: '27-07-01' }, '400 invalid', 'startDate'],
    ['no zone', { timeZone: 'Europe/Nowhere' }, '400 invalid', 'timeZone'],
    ['no way to write dates', { dateLocale: '??' }, '400 invalid', 'dateLocale'],
    ['a word for a flag', { visible: 'yes' }, '400 invalid', 'visible'],
    ['an unknown field', { owner: 1 }, '400 invalid', 'owner'],
    ['a picture of others', { headerImage: `/images/headers/${'k'.repeat(22)}-1x1.webp` }, '400 invalid', 'headerImage'],
    ['no picture', { headerImage: 'data:image/png;base64,AAAA' }, '415 not_a_picture'],
    ['a large picture', { headerImage: `data:image/png;base64,${'A'.repeat(7_000_100)}` }, '413 picture_too_large'],
  ])('is not made of %s', async (_what, part, refusal, path) => {
    const before = await titles();
    const answer = await create(part);
    expect([said(answer), answer.body.issues?.[0].path]).toEqual([refusal, path]);
    expect([await titles(), await files('/images/headers')]).toEqual([before, []]);
  });

  test('is not made, and none deleted, by whoever has lost the office since the request came', async () => {
    const { create, remove } = world.app.deps.events;
    const caller = { ...callerOf('orga'), role: 'admin' as const };
    const event = {
      title: 'Late',
      description: '',
      ...dates,
      visible: true,
      codeRequired: false,
      timeZone: 'UTC',
      dateLocale: 'auto',
      headerImage: null,
    };
    await expect(create({ caller, key: null, hash: '', event, picture: null })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(remove(caller, home, 'Camp 1')).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('the list', () => {
  const insert = (part: Partial<EventRow>, id: number) => {
    const row: EventRow = {
      id,
      version: 1,
      title: `Event ${id}`,
      description: '',
      startDate: '2027-01-01T12:00:00.000Z',
      endDate: '2027-01-02T12:00:00.000Z',
      visible: true,
      codeRequired: false,
      timeZone: 'UTC',
      dateLocale: 'auto',
      pictureKey: '',
      headerImage: null,
      ...part,
    };
    return insertRows(world.store, world.clock, 'events', [row]);
  };

  test('has ten a page, hidden ones too, the one that starts last in front', async () => {
    for (let id = 11; id <= 30; id += 1)
      await insert({ startDate: `2028-01-${id}T12:00:00.000Z`, endDate: '2028-02-01T12:00:00.000Z' }, id);
    const [first, last] = [await list(), await list('page=3')];
    expect(first.events.map(({ id }: EventRow) => id)).toEqual([30, 29, 28, 27, 26, 25, 24, 23, 22, 21]);
    expect(last.events.map(({ id }: EventRow) => id)).toEqual([away, home]);
    expect(last.pagination).toEqual({ currentPage: 3, totalPages: 3, totalCount: 22 });
    expect((await list('page=1&limit=100')).events).toHaveLength(22);
    expect((await list('page=9')).events).toEqual([]);
  });

  test('is walked through in chunks without losing or doubling what starts at the same moment', async () => {
    const rows = Array.from({ length: 1_100 }, (_, index) => (index % 3 ? { startDate: '2027-01-01T11:00:00.000Z' } : {}));
    const base = (await list()).events[0] as EventRow;
    await insertRows(
      world.store,
      world.clock,
      'events',
      rows.map((part, index) => ({
        ...base,
        startDate: '2027-01-01T12:00:00.000Z',
        endDate: '2027-01-02T12:00:00.000Z',
        ...part,
        id: 100 + index,
        title: `Event ${index}`,
      })),
    );
    const pages = await Promise.all(Array.from({ length: 12 }, (_, index) => list(`page=${index + 1}&limit=100`)));
    const ids = pages.flatMap(({ events }) => (events as EventRow[]).map(({ id }) => id));
    expect([ids.length, new Set(ids).size]).toEqual([1_102, 1_102]);
  });

  test('is searched in titles and descriptions, without case and accents, in every script', async () => {
    await insert({ title: 'Sommerfest Århus' }, 11);
    await insert({ title: 'Λίμνη', description: 'лагерь у озера' }, 12);
    await insert({ title: 'Zeltlager', description: 'Im Grünen' }, 13);
    expect(await titles('search=arhus')).toEqual(['Sommerfest Århus']);
    expect(await titles(`search=${encodeURIComponent('λιμνη')}`)).toEqual(['Λίμνη']);
    expect(await titles(`search=${encodeURIComponent('ЛАГЕРЬ')}`)).toEqual(['Λίμνη']);
    expect(await titles('search=grunen')).toEqual(['Zeltlager']);
    expect(await titles(`search=${encodeURIComponent('%')}`)).toEqual([]);
    expect((await list('search=zelt')).pagination).toEqual({ currentPage: 1, totalPages: 1, totalCount: 1 });
  });

  test('has those that run on a day, by their own clocks, the first and the last day included', async () => {
    const berlin = { startDate: '2027-03-01T22:30:00.000Z', endDate: '2027-03-03T23:30:00.000Z' };
    await insert({ ...berlin, title: 'Berlin', timeZone: 'Europe/Berlin' }, 11);
    await insert({ ...berlin, title: 'Auckland', timeZone: 'Pacific/Auckland' }, 12);
    await insert({ title: 'Backwards', startDate: berlin.endDate, endDate: berlin.startDate }, 13);
    const on = async (date: string) => (await titles(`date=${date}`)).toSorted();
    expect(await on('2027-02-28')).toEqual([]);
    expect(await on('2027-03-01')).toEqual(['Berlin']);
    expect(await on('2027-03-02')).toEqual(['Auckland', 'Berlin']);
    expect(await on('2027-03-04')).toEqual(['Auckland', 'Berlin']);
    expect(await on('2027-03-05')).toEqual([]);
    expect((await titles('date=&search=&page=')).length).toBe(5);
  });

  test.each(['page=0', 'page=x', 'limit=101', 'date=2027-02-30', 'date=yesterday', `search=${'x'.repeat(201)}`, 'more=1'])(
    'does not take %s',
    async (query) => {
      expect((await world.call('admin', 'GET', `/api/admin/events?${query}`)).status).toBe(400);
    },
  );
});

describe('an event that is deleted', () => {
  const remove = (title = 'Camp 1', id = home) => world.call('admin', 'DELETE', `/api/admin/events/${id}`, { body: { title } });

  test('is gone for good once its name is typed, and not before', async () => {
    expect(said(await remove('Camp 2'))).toBe('422 name_mismatch');
    expect(said(await remove(' '))).toBe('400 invalid');
    expect((await world.call('admin', 'DELETE', '/api/admin/events/1')).status).toBe(400);
    expect(await titles()).toContain('Camp 1');
    expect((await remove(' camp 1 ')).body).toEqual({ success: true });
    expect(await titles()).toEqual(['Camp 2']);
    expect(said(await remove())).toBe('404 not_found');
    // Its number is not given out again.
    expect((await create({})).body.id).toBeGreaterThan(away);
  });

  test('ends for everybody who was in it: active nowhere, no member, and devices forget it', async () => {
    const heard = new Map<PersonName, FeedPage>();
    const pulled = async (who: PersonName, cursor = '') =>
      (await world.call(who, 'GET', `/api/sync?piecewise=1${cursor && `&cursor=${cursor}`}`)).body as FeedPage;
    for (const who of ['participant', 'admin', 'stranger'] as const) heard.set(who, await pulled(who));
    const old = await world.pull('orga');
    await remove();
    const after = async (who: PersonName) => pulled(who, heard.get(who)!.cursor);
    const participant = await after('participant');
    expect(participant.keep?.filter((scope) => /^(member|event)/.test(scope) && scope.endsWith(`:${home}`))).toEqual([]);
    expect(participant.keep).toContain('all');
    expect(participant.changes).toContainEqual(
      expect.objectContaining({ resource: 'me', row: expect.objectContaining({ activeEventId: null, memberships: [] }) }),
    );
    // Admins of all are active where they are no members.
    expect((await after('admin')).changes).toContainEqual(
      expect.objectContaining({ resource: 'me', row: expect.objectContaining({ activeEventId: null }) }),
    );
    // Whoever only knew that it is there hears that it is not.
    expect((await after('stranger')).changes).toEqual([{ resource: 'events', id: home, version: 2, row: null }]);
    // An app that cannot forget in parts forgets everything, and loads what is left.
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
  ])('is not there for who was just coming into it %s', async (_how, who, path, body, refusal) => {
    await insertRows(world.store, world.clock, 'codes', [codeOf({ eventId: away, code: 'AWAY-OPEN' })]);
    if (who) await world.signIn(who);
    await world.signIn('admin');
    beforeWrite(world.store, async () => expect(said(await remove('Camp 2', away))).toBe('200'));
    expect(said(await world.call(who, 'POST', path, { body, headers: { 'sec-fetch-site': 'same-origin' } }))).toBe(refusal);
  });

  test('is forgotten too by an admin of all whose device kept it while they were active elsewhere', async () => {
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

  test('pokes those who were in it, and those who knew of it', async () => {
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

  test('leaves nothing behind: no row in any table, no word in an answer that is kept, no picture; and what is elsewhere stays', async () => {
    const canary = 'kanarienvogel';
    const { call } = world;
    const event = home;
    const headers = { 'idempotency-key': key };
    await call('participant', 'POST', '/api/post', { body: { content: canary, event }, headers });
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
    const { body: told } = await call('admin', 'GET', '/api/admin/audit?kind=events');
    expect(told.entries[0]).toMatchObject({ kind: 'events.removed', event: { id: home, title: null }, details: { title: 'Camp 1' } });
    expect((await rowsOf(home)).filter(({ count }) => count > 0)).toEqual([]);
    expect(await rowsOf(away)).toEqual(others);
    expect(await holding(canary)).toEqual([]);
    expect([await files('/images/photos'), await files('/images/shares'), await files(`/events/${home}`)]).toEqual([[], [], []]);
    // Sent again by a device that did not hear the answer, it is what was done, without the words.
    const again = await call('participant', 'POST', '/api/post', { body: { content: canary, event }, headers });
    expect([again.status, again.body.content]).toEqual([201, '']);
  });

  /** How many rows of an event there are in each table that names events. */
  async function rowsOf(eventId: number): Promise<{ table: string; count: number }[]> {
    const found: { table: string; count: number }[] = [];
    for (const { table, columns } of await tablesOfDatabase()) {
      // What admins did is told for a year, also of events that are gone.
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

  /** The tables in which a text stands. */
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
});
