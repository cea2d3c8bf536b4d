import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EventRow } from '#contract/resources/events.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { away, callerOf, home, insertRows, people, type PersonName } from '../fixtures/camp.ts';
import { loseCommit } from '../fixtures/databases/lost-commit.ts';
import { storedPictures } from '../fixtures/pictures/stored-pictures.ts';
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
const outcomeOf = ({ status, body }: Answer) => `${status} ${body.error ?? ''}`.trim();
const key = '0192c8a0-0000-7000-8000-00000000e001';
const files = (folder: string) => storedPictures(world).names(folder);

describe('a new event', () => {
  test('has the given fields, and defaults for the rest', async () => {
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

  test('reads wall-clock times in its own zone, and its picture from a data URL', async () => {
    const wallClock = { startDate: '2027-07-01T08:00', endDate: '2027-07-05T12:00', timeZone: 'America/New_York' };
    const { body } = await create({ ...wallClock, headerImage: samplePicture });
    expect([body.startDate, body.endDate]).toEqual(['2027-07-01T12:00:00.000Z', '2027-07-05T16:00:00.000Z']);
    expect((await world.call(null, 'GET', body.headerImage)).status).toBe(200);
  });

  test('keeps its picture when the answer to the stored creation was lost', async () => {
    const events = () => sqlOf(world.store.reading).selectFrom('events').select('id').where('title', '=', 'Herbstlager').execute();
    loseCommit(world.store, async () => (await events()).length > 0);
    expect((await create({ headerImage: samplePicture }, key)).status).toBe(503);
    const { status, body } = await create({ headerImage: samplePicture }, key);
    expect(status).toBe(201);
    expect((await world.call(null, 'GET', body.headerImage)).status).toBe(200);
  });

  test('has modules without dating, a menu, a home screen and a code at once for a creator without an event', async () => {
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

  test('leaves its creator active in another event; its feed entry reaches everybody, or only its admins if hidden', async () => {
    const { cursor } = await world.pull('stranger');
    const seen = (await create({})).body;
    await create({ title: 'Geheim', visible: false });
    expect((await world.call('admin', 'GET', '/api/users/me')).body.activeEvent).toMatchObject({ id: home });
    const changes = (await world.pull('stranger', cursor)).changes;
    expect(changes).toMatchObject([{ resource: 'events', id: seen.id }]);
    const own = (await world.pull('admin')).changes.filter(({ resource }) => resource === 'events').map(({ row }) => row?.['title']);
    expect(own).toEqual(expect.arrayContaining(['Herbstlager', 'Geheim']));
  });

  test('is created once when its request is repeated at the same moment or after a lost answer', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create({ headerImage: samplePicture }, key)));
    answers.push(await create({ headerImage: samplePicture }, key));
    expect(answers.map(outcomeOf)).toEqual(['201', '201', '201', '201']);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await titles()).filter((title) => title === 'Herbstlager')).toHaveLength(1);
    // The pictures of the other requests are deleted.
    expect(await files('/images/headers')).toHaveLength(2);
    expect(outcomeOf(await create({ title: 'Other' }, key))).toBe('422 key_reused');
    expect(outcomeOf(await create({}, key))).toBe('422 key_reused');
  });

  test('has a unique name: the second of two racing admins is rejected and loses no picture on the disk', async () => {
    await sqlOf(world.store.reading).updateTable('users').set({ role: 'admin' }).where('id', '=', people.orga.id).execute();
    const answers = await Promise.all([
      create({ headerImage: samplePicture }),
      create({ title: '  HERBSTLAGER', headerImage: samplePicture }, undefined, 'orga'),
    ]);
    expect(answers.map(outcomeOf).toSorted()).toEqual(['201', '422 title_taken']);
    expect(outcomeOf(await create({ title: 'camp 2' }))).toBe('422 title_taken');
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
  ])('is not created from %s', async (_what, part, refusal, path) => {
    const before = await titles();
    const answer = await create(part);
    expect([outcomeOf(answer), answer.body.issues?.[0].path]).toEqual([refusal, path]);
    expect([await titles(), await files('/images/headers')]).toEqual([before, []]);
  });

  test('is neither created nor deleted by an admin whose role ended after the request arrived', async () => {
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

  test('has ten events a page, hidden ones too, the latest start first', async () => {
    for (let id = 11; id <= 30; id += 1)
      await insert({ startDate: `2028-01-${id}T12:00:00.000Z`, endDate: '2028-02-01T12:00:00.000Z' }, id);
    const [first, last] = [await list(), await list('page=3')];
    expect(first.events.map(({ id }: EventRow) => id)).toEqual([30, 29, 28, 27, 26, 25, 24, 23, 22, 21]);
    expect(last.events.map(({ id }: EventRow) => id)).toEqual([away, home]);
    expect(last.pagination).toEqual({ currentPage: 3, totalPages: 3, totalCount: 22 });
    expect((await list('page=1&limit=100')).events).toHaveLength(22);
    expect((await list('page=9')).events).toEqual([]);
  });

  test('loses and repeats no event across chunks when several start at the same moment', async () => {
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

  test('finds events by title and description in every script, without case and accents', async () => {
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

  test('has the events of a day by their own clocks, the first and the last day included', async () => {
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
    'does not accept %s as a query',
    async (query) => {
      expect((await world.call('admin', 'GET', `/api/admin/events?${query}`)).status).toBe(400);
    },
  );
});
