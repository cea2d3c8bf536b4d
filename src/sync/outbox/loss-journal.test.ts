import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BaseRow } from '#contract/resource.ts';
import { arrangementId } from '#contract/rules/arranged.ts';
import { calendarLinkId } from '#contract/resources/calendars.ts';
import { datingId } from '#contract/resources/dating.ts';
import { hiddenPersonId } from '#contract/resources/participants.ts';
import { userStatisticId } from '#contract/resources/statistics.ts';
import { eventId, freshDatabase, quietPorts, removePost, serverPost, userId, writePost } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Ports } from '../device/ports.ts';
import { type Command, command } from './command.ts';
import { enqueue } from './outbox.ts';
import { acknowledge, recordUnsent, forgetUnsentEntries, lostSince, reconcile, unsentEntries } from './loss-journal.ts';

let ports: Ports;
let storage: IDBFactory;

beforeEach(() => {
  ports = quietPorts();
  storage = new IDBFactory();
});

/** Starts the app on the current storage and passes the reported losses. */
async function start<T>(work: (db: EventDatabase, lost: readonly { text: string }[]) => Promise<T>): Promise<T> {
  const db = freshDatabase(storage);
  try {
    return await work(db, await lostSince(ports.store, db));
  } finally {
    db.close();
  }
}

const lostNow = (): Promise<string[]> => start(async (_db, lost) => lost.map(({ text }) => text));

/** Writes a command as the app does before it reports it as saved. */
const write = (content: string) => start(async (db) => recordUnsent(ports.store, [await writePost(db, ports, content)]));

test('a deleted database is detected, and its unsent commands are listed until acknowledged', async () => {
  await write('Who has seen my hat?');
  await write('And my boots?');
  storage = new IDBFactory();
  expect(await lostNow()).toEqual(['Who has seen my hat?', 'And my boots?']);
  expect(await lostNow()).toEqual(['Who has seen my hat?', 'And my boots?']);
  await acknowledge(ports.store, userId);
  expect(await lostNow()).toEqual([]);
});

test('a command written after a loss is lost only with its own database', async () => {
  await write('lost');
  storage = new IDBFactory();
  await start(async (db) => {
    await recordUnsent(ports.store, [await writePost(db, ports, 'written since')]);
    await reconcile(ports.store, db);
  });
  expect(await lostNow()).toEqual(['lost']);
  storage = new IDBFactory();
  expect(await lostNow()).toEqual(['lost', 'written since']);
});

test('a command that is stored before the first check is not lost', async () => {
  const db = freshDatabase(storage);
  await recordUnsent(ports.store, [await writePost(db, ports, 'quick')]);
  db.close();
  expect(await lostNow()).toEqual([]);
});

test('a restart loses nothing', async () => {
  await write('still here');
  expect(await lostNow()).toEqual([]);
});

describe('reconciling', () => {
  test('forgets sent commands', async () => {
    await write('sent');
    await start(async (db) => {
      await db.outbox.clear();
      await reconcile(ports.store, db);
    });
    storage = new IDBFactory();
    expect(await lostNow()).toEqual([]);
  });

  test('records a command that was stored when the app was killed', async () => {
    await start(async (db) => {
      await writePost(db, ports, 'killed at once');
      await reconcile(ports.store, db);
    });
    storage = new IDBFactory();
    expect(await lostNow()).toEqual(['killed at once']);
  });

  test('forgets nothing for an empty database that replaced a lost one', async () => {
    await write('lost');
    storage = new IDBFactory();
    const worker = freshDatabase(storage);
    await reconcile(ports.store, worker);
    worker.close();
    expect(await lostNow()).toEqual(['lost']);
  });

  test('never forgets a command that another tab stores at the same time', async () => {
    await start(async (db) => {
      const keys = ports.store.keys;
      ports.store.keys = async (prefix) => {
        await recordUnsent(ports.store, [await writePost(db, ports, 'from another tab')]);
        return keys(prefix);
      };
      await reconcile(ports.store, db);
      ports.store.keys = keys;
    });
    expect(await unsentEntries(ports.store, userId)).toMatchObject([{ text: 'from another tab' }]);
  });
});

test('a removal is recorded with the content of its row', async () => {
  const row = serverPost('0190f1de-0000-7000-8000-000000000001', { content: 'an old offer' });
  await start(async (db) => {
    await db.mirror('posts').put(row);
    await recordUnsent(ports.store, [await removePost(db, ports, row.id)]);
  });
  expect(await unsentEntries(ports.store, userId)).toMatchObject([{ resource: 'posts', mutation: 'remove', text: 'an old offer' }]);
});

describe('the journal stores no ids and no secrets', () => {
  /** Returns the recorded text of a command on an existing row. */
  async function told(row: BaseRow, given: Command): Promise<string | undefined> {
    const entry = await start(async (db) => {
      await db.mirror(given.resource).put(row);
      return enqueue(db, ports, { ...given, id: row.id });
    });
    await recordUnsent(ports.store, [entry]);
    return (await unsentEntries(ports.store, userId)).find(({ key }) => key === entry.key)?.text;
  }

  const own = { version: 1, eventId, userId };
  const uuid = '0190f1de-0000-7000-8000-000000000001';
  const secret = 'a'.repeat(22);

  test('in a count', async () => {
    const row = { ...own, id: userStatisticId(3, userId), statisticId: 3, value: 5 };
    expect(await told(row, command('userStatistics', 'count', { value: 6, change: 1 }, { eventId }))).toBe('');
  });

  test('in a dating rating or preference', async () => {
    const row = { ...own, id: datingId(eventId, userId), interests: [], interestedIn: [], notInterestedIn: [] };
    expect(await told(row, command('dating', 'rate', { ratedParticipantId: '1-23', rating: 1 }, { eventId }))).toBe('');
    expect(await told(row, command('dating', 'add', { interestI18N: 'dating.interest.sex' }, { eventId }))).toBe('');
  });

  test('in a calendar link that is made or ended', async () => {
    const row = { ...own, id: calendarLinkId(eventId, userId), secret };
    expect(await told(row, command('calendarLinks', 'renew', { secret: 'b'.repeat(22) }, { eventId }))).toBe('');
    expect(await told(row, command('calendarLinks', 'end', {}, { eventId }))).toBe('');
  });

  test('in a hidden person', async () => {
    const row = { id: hiddenPersonId(userId, 23), version: 1, userId, otherId: 23, hidden: true };
    expect(await told(row, command('hiddenPeople', 'show', { userId: 23 }, { eventId }))).toBe('');
  });

  test('in an order', async () => {
    const row = { id: arrangementId(eventId, 'menu'), version: 1, eventId, list: 'menu', places: [] };
    expect(await told(row, command('arrangements', 'menu', { updates: [{ id: uuid, position: 1 }] }, { eventId }))).toBe('');
  });

  test("in a report, whose text is another person's", async () => {
    const about = {
      resource: 'posts',
      rowId: uuid,
      reason: 'insult',
      text: 'It is about me',
      subjectId: 23,
      snapshot: null,
      picture: null,
    };
    const row = {
      id: uuid,
      version: 1,
      eventId,
      ...about,
      source: 'stored',
      state: 'open',
      decidedBy: null,
      createdAt: '2026-07-01T10:00:00.000Z',
    };
    expect(await told(row, command('reports', 'dismiss', {}, { eventId }))).toBe('');
  });

  test('in an event picture, which its key opens', async () => {
    const fields = { title: 'Camp', description: 'By the lake', visible: true, codeRequired: false, timeZone: 'UTC', dateLocale: 'auto' };
    const dates = { startDate: '2026-07-01T00:00:00.000Z', endDate: '2026-07-09T00:00:00.000Z' };
    const row = { id: eventId, version: 1, ...fields, ...dates, pictureKey: secret, headerImage: `/images/headers/${secret}-4x3.webp` };
    const text = await told(row, command('events', 'edit', { visible: false }, { eventId }));
    expect(text).toMatch(/^Camp\nBy the lake/);
    expect(text).not.toContain(secret);
  });

  test('in a picture', async () => {
    const words = { type: 'stuff', title: 'A tent', description: 'For two', available: 1, total: 1, surplus: 0, order: 1 };
    const row = {
      id: uuid,
      version: 1,
      eventId,
      authorId: userId,
      ...words,
      image: `device:${uuid}-4x3`,
      createdAt: '2026-07-01T10:00:00.000Z',
    };
    expect(await told(row, command('shares', 'remove', {}, { eventId }))).toBe('stuff\nA tent\nFor two');
  });

  test('except an id that a person typed', async () => {
    await write('3-7');
    expect(await unsentEntries(ports.store, userId)).toMatchObject([{ text: '3-7' }]);
  });
});

test('recording costs one small write per command, however many are pending', async () => {
  const written: number[] = [];
  const { set } = ports.store;
  ports.store.set = (key, value) => {
    written.push(JSON.stringify(value).length);
    return set(key, value);
  };
  for (let i = 0; i < 50; i += 1) await write(`post ${i}`);
  expect(written).toHaveLength(50);
  expect(Math.max(...written)).toBeLessThan(300);
});

test('forgetting deletes every discarded command', async () => {
  await write('thrown away');
  await forgetUnsentEntries(ports.store, userId);
  storage = new IDBFactory();
  expect(await lostNow()).toEqual([]);
});
