import { beforeEach, describe, expect, test, vi } from 'vitest';
import { eventId, freshDatabase, quietPorts, removePost, serverPost, writePost, writePosts, userId } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import { posts } from '#contract/resources/posts.ts';
import { storeArrivals } from '../mirror/mirror.ts';
import { readMarksId } from '#contract/resources/read-marks.ts';
import { command } from './command.ts';
import { countCommands, discard, enqueue, enqueueAll, park, requeue, withdrawRemoval } from './outbox.ts';
import { needingAttention } from './counts.ts';
import { markInFlight } from './in-flight.ts';
import { dueCommands } from '../exchange/due-commands.ts';

const ports = quietPorts();
let db: EventDatabase;

beforeEach(() => {
  db = freshDatabase();
  return () => db.close();
});

const view = async (id: unknown) => db.mirror('posts').get(String(id));

describe('a command', () => {
  test('is stored with its view', async () => {
    const entry = await writePost(db, ports, 'Anyone for a swim?');
    expect(await db.outbox.toArray()).toMatchObject([
      { key: entry.key, state: 'waiting', lane: `posts:${entry.id}`, eventId: 1, userId: 7 },
    ]);
    expect(await view(entry.id)).toMatchObject({ content: 'Anyone for a swim?', version: 0, $base: null, $pending: [entry.key] });
  });

  test('is not stored if it violates the contract', async () => {
    await expect(writePost(db, ports, '   ')).rejects.toMatchObject({ code: 'invalid', details: { issues: [{ path: 'content' }] } });
    expect(await db.outbox.count()).toBe(0);
    expect(await db.mirror('posts').count()).toBe(0);
  });

  test('is not stored and throws if the device has no room', async () => {
    const full = new DOMException('full', 'QuotaExceededError');
    db.mirror('posts').hook('creating', () => {
      throw full;
    });
    await expect(writePost(db, ports, 'too much')).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(await db.outbox.count()).toBe(0);
  });

  test('on an unknown row is refused', async () => {
    await expect(removePost(db, ports, '0190f1de-0000-7000-8000-000000000000')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is ordered after all rows of the server, in the order of the taps', async () => {
    const first = await writePost(db, ports, 'first');
    const second = await writePost(db, ports, 'second');
    const [a, b] = [await view(first.id), await view(second.id)];
    expect(a?.order).toBeGreaterThan(1_000_000_000);
    expect(b?.order).toBeGreaterThan(a?.order ?? 0);
  });
});

describe('commands that belong together', () => {
  const typed = { id: 'post:1', text: 'first', updatedAt: 0 };
  const create = (content: string) => command('posts', 'create', { content, replyToId: null }, { eventId: 1 });

  test('are stored, and their draft is deleted', async () => {
    await db.drafts.put(typed);
    await enqueueAll(db, ports, [create('first'), create('second')], typed.id);
    expect(await db.outbox.count()).toBe(2);
    expect(await db.drafts.count()).toBe(0);
  });

  test('are all refused if one is, and the draft stays', async () => {
    await db.drafts.put(typed);
    await expect(enqueueAll(db, ports, [create('first'), create('  ')], typed.id)).rejects.toMatchObject({ code: 'invalid' });
    expect(await db.outbox.count()).toBe(0);
    expect(await db.mirror('posts').count()).toBe(0);
    expect(await db.drafts.toArray()).toEqual([typed]);
  });

  test('are not stored if the draft cannot be deleted', async () => {
    await db.drafts.put(typed);
    db.drafts.hook('deleting', () => {
      throw new Error('killed');
    });
    await expect(enqueueAll(db, ports, [create('first')], typed.id)).rejects.toThrow('killed');
    expect(await db.outbox.count()).toBe(0);
  });
});

describe('a reply to a pending post', () => {
  test('joins the lane of its post and depends on it', async () => {
    const post = await writePost(db, ports, 'post');
    const reply = await writePost(db, ports, 'reply', String(post.id));
    expect(reply.lane).toBe(post.lane);
    expect(reply.entities).toEqual([`posts:${reply.id}`, `posts:${post.id}`]);
  });

  test('is held back when its post is refused, and discarded with it', async () => {
    const post = await writePost(db, ports, 'post');
    const reply = await writePost(db, ports, 'reply', String(post.id));
    await park(db, [post], 'forbidden');
    expect((await dueCommands(db, ports, { size: 10 })).due).toEqual([]);
    await discard(db, [post.key]);
    expect(await db.outbox.count()).toBe(0);
    expect(await view(reply.id)).toBeUndefined();
  });

  test('is sent after its post when that is sent again', async () => {
    const post = await writePost(db, ports, 'post');
    const reply = await writePost(db, ports, 'reply', String(post.id));
    await park(db, [post], 'invalid');
    await requeue(db, ports, post.key, { content: 'post, better', replyToId: null });
    const { due } = await dueCommands(db, ports, { size: 10 });
    expect(due.map(({ id }) => id)).toEqual([post.id, reply.id]);
    expect(due[0]?.key).not.toBe(post.key);
    expect(await view(post.id)).toMatchObject({ content: 'post, better', $pending: [due[0]?.key] });
  });
});

test('a removal is withdrawn only if it has not left the device', async () => {
  const row = serverPost('0190f1de-0000-7000-8000-000000000001');
  await db.transaction('rw', db.outbox, db.mirror('posts'), () => storeArrivals(db, posts, [{ id: row.id, base: { row, version: 1 } }]));
  await removePost(db, ports, row.id);
  expect(await withdrawRemoval(db, 'posts', row.id)).toBe(true);
  expect(await view(row.id)).toEqual({ ...row, thread: '' });
  expect(await withdrawRemoval(db, 'posts', row.id)).toBe(false);
  const removal = await removePost(db, ports, row.id);
  await markInFlight(db, ports, [removal]);
  expect(await withdrawRemoval(db, 'posts', row.id)).toBe(false);
  expect(await db.outbox.count()).toBe(1);
});

describe('a rejected command', () => {
  test('rolls its view back and keeps its content', async () => {
    const post = await writePost(db, ports, 'my words');
    await park(db, [post], 'forbidden');
    expect(await view(post.id)).toBeUndefined();
    expect(await db.outbox.toArray()).toMatchObject([
      { state: 'refused', args: { content: 'my words' }, lastError: { code: 'forbidden' } },
    ]);
  });

  test('shows its row again if it was a removal', async () => {
    const row = serverPost('0190f1de-0000-7000-8000-000000000001');
    await db.transaction('rw', db.outbox, db.mirror('posts'), () => storeArrivals(db, posts, [{ id: row.id, base: { row, version: 1 } }]));
    const removal = await removePost(db, ports, row.id);
    expect(await view(row.id)).toMatchObject({ $gone: 1 });
    expect(await db.mirror('posts').where('[eventId+thread+order]').between([1, ''], [1, '\uffff']).count()).toBe(0);
    await park(db, [removal], 'forbidden');
    expect(await view(row.id)).toEqual({ ...row, thread: '' });
  });

  test('does not block another lane', async () => {
    const refused = await writePost(db, ports, 'refused');
    const other = await writePost(db, ports, 'other');
    await park(db, [refused], 'forbidden');
    expect((await dueCommands(db, ports, { size: 10 })).due.map(({ key }) => key)).toEqual([other.key]);
  });
});

test('an unknown mutation throws a TypeError', async () => {
  await expect(enqueue(db, ports, { resource: 'posts', mutation: 'shout', args: {}, eventId: 1 })).rejects.toBeInstanceOf(TypeError);
});

test('rejected commands are found without reading the pending ones', async () => {
  const waiting = await writePosts(
    db,
    ports,
    Array.from({ length: 50 }, (_, number) => `post ${number}`),
  );
  await park(db, waiting.slice(-1), 'forbidden');
  const steps = vi.spyOn(IDBCursor.prototype, 'continue');
  expect((await needingAttention(db).toArray()).map(({ key }) => key)).toEqual([waiting.at(-1)!.key]);
  expect(await countCommands(db)).toEqual({ waiting: 49, following: 0, needsAttention: 1 });
  expect(steps.mock.calls.length).toBeLessThan(10);
});

test('leaves commands out of the number that the app makes by itself', async () => {
  const read = { marks: [{ list: 'chat', order: 4 }] };
  await enqueue(db, ports, command('readMarks', 'read', read, { id: readMarksId(eventId, userId), eventId }));
  expect(await countCommands(db)).toEqual({ waiting: 0, following: 0, needsAttention: 0 });
  await enqueue(db, ports, command('posts', 'create', { content: 'Hi' }, { eventId }));
  expect(await countCommands(db)).toMatchObject({ waiting: 1 });
});
