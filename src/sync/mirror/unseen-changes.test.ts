import { beforeEach, describe, expect, test } from 'vitest';
import type { FeedChange } from '#contract/endpoints/core.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { eventId, freshDatabase, quietPorts, serverPost, userId } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import { readCursor } from '../exchange/cursor.ts';
import { applyPage } from '../exchange/pull.ts';
import { settle } from '../exchange/settle.ts';
import { command } from '../outbox/command.ts';
import { enqueue } from '../outbox/outbox.ts';

const now = Date.UTC(2026, 6, 2, 8);
let db: EventDatabase;

const yoga: ScheduleEntry = {
  id: 'yoga',
  version: 1,
  eventId,
  title: 'Yoga',
  details: null,
  startDate: '2026-07-02T12:00:00.000Z',
  endDate: '2026-07-02T13:00:00.000Z',
  locationName: 'Meadow',
  locationUrl: null,
  locationAddress: null,
};

const entry = (version: number, part: Partial<ScheduleEntry> = {}): ScheduleEntry => ({ ...yoga, version, ...part });
const change = (row: ScheduleEntry, key?: string): FeedChange => ({
  resource: 'schedule',
  id: row.id,
  version: row.version,
  row,
  ...(key !== undefined && { key }),
});
const removal = (version: number, id = yoga.id): FeedChange => ({ resource: 'schedule', id, version, row: null });

async function hear(...changes: FeedChange[]): Promise<void> {
  const from = (await readCursor(db))?.cursor;
  expect(await applyPage(db, { cursor: `${from}+`, reset: false, more: false, changes }, { from, now })).toBe(true);
}

const news = async () => (await db.news.toArray()).map(({ rowId, before, after, at }) => ({ rowId, before, after, at }));

beforeEach(async () => {
  db = freshDatabase();
  await hear(change(entry(1)), removal(2, 'cancelled before'));
  return () => db.close();
});

test('the first load is no news', async () => {
  expect(await news()).toEqual([]);
});

describe('the news includes', () => {
  test.each([
    ['another start', { startDate: '2026-07-02T11:00:00.000Z' }],
    ['another end', { endDate: '2026-07-02T14:00:00.000Z' }],
    ['another place', { locationName: 'Barn' }],
  ])('%s, with the previous state', async (_name, part) => {
    await hear(change(entry(2, part)));
    expect(await news()).toEqual([{ rowId: 'yoga', before: entry(1), after: entry(2, part), at: now }]);
  });

  test('a new entry, without a previous state', async () => {
    const swim = entry(1, { id: 'swim', title: 'Night swim' });
    await hear(change(swim));
    expect(await news()).toEqual([{ rowId: 'swim', before: null, after: swim, at: now }]);
  });

  test('a cancelled entry, with its previous state', async () => {
    await hear(removal(2));
    expect(await news()).toEqual([{ rowId: 'yoga', before: entry(1), after: null, at: now }]);
  });
});

describe('the news excludes', () => {
  test.each([
    ['a field that is not watched', () => change(entry(2, { details: 'Bring a towel.' }))],
    ['a change of the same account on another device', () => change(entry(2, { locationName: 'Barn' }), 'a key of this person')],
    ['a known version', () => change(entry(1, { locationName: 'Barn' }))],
    ['a resource without watched fields', (): FeedChange => ({ resource: 'posts', id: 'post', version: 1, row: serverPost('post') })],
  ])('%s', async (_name, made) => {
    await hear(made());
    expect(await news()).toEqual([]);
  });
});

describe('several unseen changes of one row', () => {
  test('are one piece of news from the state that the person knew to the current one', async () => {
    await hear(change(entry(2, { locationName: 'Barn' })));
    await hear(change(entry(3, { locationName: 'Jetty' })));
    expect(await news()).toEqual([{ rowId: 'yoga', before: entry(1), after: entry(3, { locationName: 'Jetty' }), at: now }]);
  });

  test('are no news if one reverts the other', async () => {
    await hear(change(entry(2, { locationName: 'Barn' })));
    await hear(change(entry(3)));
    expect(await news()).toEqual([]);
  });

  test('are no news if the row was created and removed', async () => {
    const swim = entry(1, { id: 'swim' });
    await hear(change(swim));
    await hear(removal(2, 'swim'));
    expect(await news()).toEqual([]);
  });
});

test('a change after the news was seen starts from the seen state', async () => {
  await hear(change(entry(2, { locationName: 'Barn' })));
  await db.news.clear();
  await hear(change(entry(3, { locationName: 'Jetty' })));
  expect(await news()).toMatchObject([{ before: { locationName: 'Barn' }, after: { locationName: 'Jetty' } }]);
});

describe('with a pending change', () => {
  const ports = quietPorts();
  const edit = (args: object) => enqueue(db, ports, command('schedule', 'edit', args, { id: yoga.id, eventId }));
  const moved = { startDate: '2026-07-02T11:00:00.000Z' };

  test('only changes of others are news', async () => {
    const { key } = await edit({ locationName: 'Barn' });
    await hear(change(entry(3, { locationName: 'Barn', ...moved }), key));
    expect(await news()).toMatchObject([
      { before: { locationName: 'Barn', startDate: yoga.startDate }, after: { locationName: 'Barn', ...moved } },
    ]);
  });

  test('only changes of others are news if the answer comes before the feed', async () => {
    const own = await edit({ locationName: 'Barn' });
    await settle(db, ports, [{ entry: own, answer: { key: own.key, status: 200, body: entry(3, { locationName: 'Barn', ...moved }) } }]);
    expect(await news()).toMatchObject([{ before: { locationName: 'Barn' }, after: moved }]);
    await hear(change(entry(3, { locationName: 'Barn', ...moved }), own.key));
    expect(await news()).toHaveLength(1);
  });

  test('nothing is news if no one else changed the row', async () => {
    const [first, second] = [await edit({ locationName: 'Barn' }), await edit(moved)];
    await settle(db, ports, [{ entry: first, answer: { key: first.key, status: 200, body: entry(2, { locationName: 'Barn' }) } }]);
    await hear(change(entry(3, { locationName: 'Barn', ...moved }), second.key));
    expect(await news()).toEqual([]);
  });

  test('unseen news still shows only changes of others', async () => {
    await hear(change(entry(2, moved)));
    const { key } = await edit({ locationName: 'Barn' });
    await hear(change(entry(3, { locationName: 'Barn', ...moved }), key));
    expect(await news()).toMatchObject([
      { before: { locationName: 'Barn', startDate: yoga.startDate }, after: { locationName: 'Barn', ...moved } },
    ]);
  });
});

describe('after a new load of the mirror', () => {
  /** Loads the whole mirror again, as after a switch of the event or a restore. */
  async function load(...changes: FeedChange[]): Promise<void> {
    const from = (await readCursor(db))?.cursor;
    const me = {
      id: userId,
      version: 1,
      activeEventId: eventId,
      memberships: [],
      email: '',
      name: '',
      role: 'user',
      image: null,
      whatsapp: null,
      instagram: null,
      linkedin: null,
    };
    const page = { cursor: 'anew', reset: true, more: false, changes: [{ resource: 'me', id: userId, version: 1, row: me }, ...changes] };
    expect(await applyPage(db, page, { from, now })).toBe(true);
  }

  test('unseen news shows the current state', async () => {
    await hear(change(entry(2, { locationName: 'Barn' })));
    await load(change(entry(5, { locationName: 'Jetty' })));
    expect(await news()).toEqual([{ rowId: 'yoga', before: entry(1), after: entry(5, { locationName: 'Jetty' }), at: now }]);
    await load(change(entry(6)));
    expect(await news()).toEqual([]);
  });

  test('a row that did not arrive counts as deleted', async () => {
    await hear(change(entry(2, { locationName: 'Barn' })));
    await load();
    expect(await news()).toEqual([{ rowId: 'yoga', before: entry(1), after: null, at: now }]);
  });
});
