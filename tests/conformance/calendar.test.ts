import ICAL from 'ical.js';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { type CalendarEvent, type CalendarFeed, calendarFeedId, calendarLinkId, schedulePath } from '#contract/resources/calendars.ts';
import { dropCalendar, replaceCalendar } from '#server/calendar/replace-calendar.ts';
import { refreshFeed, refreshFiles, createCalendarJob, type RefreshDeps } from '#server/jobs/refresh-calendars.ts';
import { calendarBetween } from '#server/store/repositories/calendar-sources.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import { beforeWrite } from '../fixtures/databases/before-write.ts';
import { calendarEvent, calendarSecret, home, people, type PersonName } from '../fixtures/camp.ts';
import { newsHeard, newsOf, onPostgres } from '../fixtures/databases/test-store.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const event = (uid: string, start: string, ...lines: string[]): string =>
  ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${uid}`, `DTSTART:${start}`, ...lines, 'END:VEVENT'].join('\r\n');
const calendarOf = (...events: string[]): string => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');
const take = (name: string, text: string) =>
  replaceCalendar(world.store, { name, text, addressHash: null, etag: null, readAt: world.clock.now() }, { now: world.clock.now() });

type Change = { resource: string; id: string | number; row: unknown };
const calendarChanges = (changes: readonly object[]) =>
  (changes as Change[])
    .filter(({ resource }) => resource === 'calendarEvents')
    .map(({ row }) => (row as CalendarEvent | null)?.title ?? 'gone');

describe('GET /api/calendar-events', () => {
  const list = async (query: string) => (await world.call('participant', 'GET', `/api/calendar-events${query}`)).body;
  const titles = async (query: string) => (await list(query)).events.map(({ title }: CalendarEvent) => title);

  test('returns the events that touch the given days, in pages of fifty', async () => {
    await dropCalendar(world.store, 'file:a.ics', world.clock.now());
    const many = Array.from({ length: 60 }, (_, index) =>
      event(`e${String(index).padStart(2, '0')}`, `202701${10 + Math.floor(index / 3)}T100000Z`),
    );
    await take(
      'file:a.ics',
      calendarOf(event('night', '20261205T220000Z', 'DTEND:20261206T020000Z'), event('point', '20261206T000000Z'), ...many),
    );
    expect(await titles('?startDate=2026-12-06&endDate=2026-12-07')).toEqual(['night', 'point']);
    expect(await titles('?startDate=2026-12-05&endDate=2026-12-06')).toEqual(['night']);
    expect(await titles('?startDate=2026-12-06T04:00:00%2B02:00&endDate=2026-12-31')).toEqual([]);
    const { events, pagination } = await list('?startDate=2027-01-01&page=2');
    expect([events.length, events[0].title, pagination]).toEqual([10, 'e50', { currentPage: 2, totalPages: 2 }]);
    expect(events[0]).toMatchObject({
      startTime: expect.any(String),
      endTime: expect.any(String),
      location: null,
      conveyor: null,
      url: null,
    });
  });

  test.each(['?startDate=yesterday', '?endDate=2026-13-01', '?page=0', '?limit=51', '?month=1', '?startDate='])(
    '%s is refused',
    async (query) => {
      expect((await world.call('participant', 'GET', `/api/calendar-events${query}`)).status).toBe(400);
    },
  );
});

describe('the events of a calendar', () => {
  test('reach everybody by the feed, and next time only those that differ', async () => {
    const first = await world.pull('participant');
    await take(
      'file:a.ics',
      calendarOf(event('kept', '20261205T100000Z'), event('moved', '20261206T100000Z'), event('gone', '20261207T100000Z')),
    );
    const second = await world.pull('participant', first.cursor);
    expect(calendarChanges(second.changes).toSorted()).toEqual(['gone', 'kept', 'moved']);
    await take(
      'file:a.ics',
      calendarOf(event('kept', '20261205T100000Z'), event('moved', '20261206T120000Z'), event('new', '20261208T100000Z')),
    );
    const third = await world.pull('participant', second.cursor);
    expect(calendarChanges(third.changes).toSorted()).toEqual(['gone', 'moved', 'new']);
    await take(
      'file:a.ics',
      calendarOf(event('kept', '20261205T100000Z'), event('moved', '20261206T120000Z'), event('new', '20261208T100000Z')),
    );
    expect((await world.pull('participant', third.cursor)).changes).toEqual([]);
  });

  test('return with a later version after a removal, for devices that missed the removal', async () => {
    await take('file:a.ics', calendarOf(event('one', '20261205T100000Z')));
    const versionOf = async () =>
      ((await world.call('participant', 'GET', '/api/calendar-events')).body.events as CalendarEvent[]).find(({ title }) => title === 'one')
        ?.version ?? 0;
    const before = await versionOf();
    await take('file:a.ics', calendarOf());
    expect(await versionOf()).toBe(0);
    await take('file:a.ics', calendarOf(event('one', '20261205T110000Z')));
    expect(await versionOf()).toBeGreaterThan(before);
  });

  test('belong to their source: another file, or its end, leaves the events of other sources', async () => {
    await take('file:a.ics', calendarOf(event('same', '20261205T100000Z')));
    await take('file:b.ics', calendarOf(event('same', '20261205T100000Z'), event('b', '20261206T100000Z')));
    const shown = async () =>
      (await world.call('participant', 'GET', '/api/calendar-events?startDate=2026-12-01')).body.events.map(
        ({ title }: CalendarEvent) => title,
      );
    expect(await shown()).toEqual(['same', 'same', 'b']);
    expect(await dropCalendar(world.store, 'file:b.ics', world.clock.now())).toBe(true);
    expect(await shown()).toEqual(['same']);
    expect(await dropCalendar(world.store, 'file:b.ics', world.clock.now())).toBe(false);
  });
});

describe('the calendar feed', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const server = createServer((request, response) => answer(request, response));
  let url = '';
  beforeEach(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret.ics`;
  });
  afterEach(() => new Promise((resolve) => void (server.closeAllConnections(), server.close(resolve))));

  const warned: unknown[] = [];
  let published: unknown[];
  const deps = (calendarUrl: string | null): RefreshDeps => ({
    config: { calendarUrl, allowLoopback: true },
    store: world.store,
    clock: world.clock,
    log: { warn: (details) => void warned.push(details), error: (details) => void warned.push(details) },
  });
  const never = new AbortController().signal;
  const refresh = (calendarUrl: string | null = url) => refreshFeed(deps(calendarUrl), never);
  beforeEach(async () => {
    warned.length = 0;
    const news = await newsOf(world.store);
    ({ published } = news);
    return news.stop;
  });
  const serve = (text: string, headers: Record<string, string> = {}) => {
    answer = (_request, response) => void response.writeHead(200, headers).end(text);
  };
  const seen = async () => {
    const { events } = await calendarBetween(world.store.reading, { from: undefined, to: undefined, offset: 0, limit: 100 });
    const state = (await readRow(world.store.reading, 'calendarFeed', calendarFeedId)) as CalendarFeed | null;
    return { titles: events.map(({ title }) => title).filter((title) => title !== calendarEvent.title), state };
  };

  test('is requested with its last ETag, has its rules expanded further, and stays the same while nothing changes', async () => {
    const sentTags: unknown[] = [];
    answer = ({ headers }, response) => {
      sentTags.push(headers['if-none-match']);
      if (headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"' }).end(calendarOf(event('weekly', '20261120T100000Z', 'RRULE:FREQ=MONTHLY;COUNT=40')));
    };
    await refresh();
    const { titles } = await seen();
    expect(titles).toHaveLength(25);
    const { cursor } = await world.pull('participant');
    await newsHeard(world.store);
    published.length = 0;
    await refresh();
    await newsHeard(world.store);
    expect([sentTags, published]).toEqual([[undefined, '"1"'], []]);
    expect((await world.pull('participant', cursor)).changes).toEqual([]);
    // Two more occurrences are near two months later.
    world.clock.time += 61 * times.day;
    await refresh();
    expect((await seen()).titles).toHaveLength(27);
    await newsHeard(world.store);
    expect(published).toEqual([['all']]);
  });

  test('logs unknown zones, and counts the entries without a zone', async () => {
    serve(
      calendarOf(
        event('unknown', '20261205T100000Z', 'DTEND;TZID=Middle Earth:20261205T120000'),
        event('floating', '20261206T100000'),
        event('floating too', '20261207T100000'),
      ),
    );
    await refresh();
    expect(warned).toEqual([{ source: 'feed', unreadable: 0, dropped: 0, unknownZones: ['Middle Earth'], withoutZone: 2 }]);
    serve(calendarOf(event('floating', '20261206T100000')));
    await refresh();
    expect(warned.slice(1)).toEqual([{ source: 'feed', unreadable: 0, dropped: 0, unknownZones: [], withoutZone: 1 }]);
  });

  test('coexists with files, whose rules are expanded further too', async () => {
    await take('file:a.ics', calendarOf(event('monthly', '20261120T100000Z', 'RRULE:FREQ=MONTHLY;COUNT=40')));
    expect((await seen()).titles).toHaveLength(25);
    await newsHeard(world.store);
    published.length = 0;
    world.clock.time += 61 * times.day;
    await refreshFiles(deps(null), never);
    expect((await seen()).titles).toHaveLength(27);
    await refreshFiles(deps(null), never);
    await newsHeard(world.store);
    expect(published).toEqual([['all']]);
  });

  test.each<[string, string[], () => Promise<unknown>]>([
    ['imported anew', ['new'], () => take('file:a.ics', calendarOf(event('new', '20261205T100000Z')))],
    ['taken away', [], () => dropCalendar(world.store, 'file:a.ics', world.clock.now())],
  ])('keeps a file that is %s while rules are expanded', async (_what, titles, change) => {
    await take('file:a.ics', calendarOf(event('old', '20261205T100000Z')));
    world.clock.time += 1;
    beforeWrite(world.store, async () => void (await change()));
    await refreshFiles(deps(null), never);
    expect((await seen()).titles).toEqual(titles);
  });

  test('is left as another process has read it in between', async () => {
    serve(calendarOf(event('older', '20261205T100000Z')));
    beforeWrite(world.store, async () => {
      serve(calendarOf(event('newer', '20261205T100000Z')));
      await refresh();
    });
    await refresh();
    expect((await seen()).titles).toEqual(['newer']);
  });

  test.each<[string, string[], () => Promise<unknown>]>([
    ['read', ['well'], () => (serve(calendarOf(event('well', '20261205T100000Z'))), refresh())],
    ['taken away', [], () => refresh(null)],
  ])('logs no failure of a feed that another process has %s in between', async (_what, titles, change) => {
    serve(calendarOf(event('old', '20261205T100000Z')));
    await refresh();
    world.clock.time += 1;
    answer = (_request, response) => void response.writeHead(503).end();
    beforeWrite(world.store, async () => void (await change()));
    await refresh();
    const { titles: shown, state } = await seen();
    expect([shown, state?.problem ?? null]).toEqual([titles, null]);
  });

  test('keeps its events when it breaks and logs the failure and the recovery once each', async () => {
    serve(calendarOf(event('one', '20261205T100000Z')));
    await refresh();
    const read = new Date(world.clock.time).toISOString();
    expect(await seen()).toMatchObject({ titles: ['one'], state: { problem: null } });
    world.clock.time += 10 * times.minute;
    answer = (_request, response) => void response.writeHead(503).end();
    await refresh();
    expect(await seen()).toMatchObject({ titles: ['one'], state: { problem: 'refused', detail: 'HTTP 503', readAt: read } });
    const { cursor } = await world.pull('participant');
    await refresh();
    expect((await world.pull('participant', cursor)).changes).toEqual([]);
    serve('<html>Sign in</html>');
    await refresh();
    expect(await seen()).toMatchObject({ titles: ['one'], state: { problem: 'no_calendar' } });
    serve(calendarOf(event('two', '20261206T100000Z')));
    await refresh();
    expect(await seen()).toMatchObject({ titles: ['two'], state: { problem: null } });
    // The address may be a secret.
    expect(JSON.stringify(warned)).not.toContain('secret');
    expect(warned).toHaveLength(3);
  });

  test('is fetched whole from a new address, and takes its events along when its address is removed', async () => {
    serve(calendarOf(event('one', '20261205T100000Z')), { etag: '"1"' });
    await refresh();
    let sentTags: unknown = 'nothing';
    answer = ({ headers }, response) => {
      sentTags = headers['if-none-match'];
      response.writeHead(200).end(calendarOf(event('two', '20261206T100000Z')));
    };
    await refresh(`${url}?other`);
    expect([sentTags, (await seen()).titles]).toEqual([undefined, ['two']]);
    await refresh(null);
    expect(await seen()).toEqual({ titles: [], state: null });
  });

  test('is read at the start of a process with another address, though another process has just refreshed', async () => {
    const start = async (title: string, calendarUrl: string | null) => {
      serve(calendarOf(event(title, '20261205T100000Z')));
      await createCalendarJob(deps(calendarUrl)).check();
      return (await seen()).titles;
    };
    expect(await start('one', url)).toEqual(['one']);
    // A process that is alone on a database reads the calendar at every start.
    expect(await start('two', url)).toEqual([onPostgres() ? 'one' : 'two']);
    expect(await start('three', `${url}?other`)).toEqual(['three']);
    expect(await start('four', null)).toEqual([]);
  });
});

describe('the schedule as a calendar subscription', () => {
  const save = (who: PersonName, secret: string) => world.call(who, 'PUT', `/api/event/${home}/calendar-link`, { body: { secret } });
  const path = (secret: string, who: PersonName = 'participant') => schedulePath(calendarLinkId(home, people[who].id), secret);
  const read = (secret: string, headers?: Record<string, string>) => world.call(null, 'GET', path(secret), headers ? { headers } : {});
  const other = 'B'.repeat(22);

  test('is served by the link alone, as iCalendar that other programs can read', async () => {
    const { body: entry } = await world.call('orga', 'POST', `/api/event/${home}/schedule`, {
      body: {
        title: 'Äpfel; Birnen, \\ und mehr',
        details: 'x'.repeat(300),
        startDate: '2026-11-22T10:00:00.000Z',
        endDate: '2026-11-22T11:30:00.000Z',
        locationName: 'Zelt',
        locationUrl: 'geo:53.3,12.7',
      },
    });
    expect((await save('participant', calendarSecret)).status).toBe(200);
    const { status, headers, text } = await read(calendarSecret);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/calendar; charset=utf-8', 'private, no-cache']);
    // The library does not count the space that folds the line.
    expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(76);
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    const found = calendar
      .getAllSubcomponents('vevent')
      .map((component) => new ICAL.Event(component))
      .find(({ uid }) => uid === `${entry.id}@event-companion`)!;
    expect([found.summary, found.location, found.startDate.toString(), found.endDate.toString()]).toEqual([
      'Äpfel; Birnen, \\ und mehr',
      'Zelt',
      '2026-11-22T10:00:00Z',
      '2026-11-22T11:30:00Z',
    ]);
  });

  test('is not sent again until it changes', async () => {
    await save('participant', calendarSecret);
    const { headers } = await read(calendarSecret);
    const known = { 'if-none-match': String(headers['etag']) };
    world.clock.time += 10 * times.minute;
    expect((await read(calendarSecret, known)).status).toBe(304);
    await world.call('orga', 'POST', `/api/event/${home}/schedule`, {
      body: { title: 'Neu', startDate: '2026-11-22T10:00:00.000Z', endDate: '2026-11-22T11:30:00.000Z', locationName: 'Zelt' },
    });
    expect((await read(calendarSecret, known)).status).toBe(200);
  });

  test('ends with the link, with a new link, and with the membership', async () => {
    await save('participant', calendarSecret);
    expect((await read(other)).status).toBe(404);
    expect((await world.call(null, 'GET', path(calendarSecret, 'author'))).status).toBe(404);
    await save('participant', other);
    expect([(await read(calendarSecret)).status, (await read(other)).status]).toEqual([404, 200]);
    expect((await world.call('participant', 'POST', `/api/event/${home}/leave`)).status).toBe(200);
    expect((await read(other)).status).toBe(404);
  });

  test('is closed by its owner, and accepts no malformed secret', async () => {
    await save('participant', calendarSecret);
    expect((await world.call('participant', 'DELETE', `/api/event/${home}/calendar-link`)).status).toBe(200);
    expect((await read(calendarSecret)).status).toBe(404);
    for (const secret of ['', 'short', 'A'.repeat(23), '../../../etc/passwd-xx'])
      expect((await save('participant', secret)).status).toBe(400);
  });
});
