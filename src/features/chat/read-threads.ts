import { Dexie } from 'dexie';
import { limits } from '#contract/limits.ts';
import { readRefused } from '#commands/use-refused.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { repliesOf } from '#contract/rules/windows.ts';
import { readCursor } from '#sync/exchange/cursor.ts';
import { heldPage, type OutsidePage, wholePage, windowOf } from '#sync/exchange/window-pages.ts';
import type { DeviceWindow } from '#sync/mirror/windows.ts';
import { type StoredPost, threadOf } from './read-chat.ts';

/** A post with its latest replies, oldest first. */
export interface Thread extends Replies {
  readonly post: StoredPost;
  /** The reply to which a link leads, if it is below the floor. */
  readonly linked?: StoredPost | undefined;
}

interface Replies {
  readonly replies: readonly StoredPost[];
  /** The number of replies without a hole on this device, including those that are not read. */
  readonly replyCount: number;
  /** The lowest order of these; 0 if this device holds all replies. */
  readonly floor: number;
}

/** Replies of a long thread that are shown at first: in the list, and on its own. */
const repliesAtFirst = 3;
const repliesAlone = 30;

/** A rejected command on posts; `threadId` is the thread that shows it, null if that is deleted. */
export interface RefusedPost {
  readonly entry: OutboxEntry;
  readonly threadId: string | null;
}

/** Returns the number of posts that are no replies. */
export async function countPosts(db: EventDatabase, eventId: number): Promise<number> {
  return threadOf(db, eventId, '').count();
}

/** Returns the posts of a thread, or those that are no replies, from an order on. */
const threadFrom = (db: EventDatabase, eventId: number, thread: string, from: number = Dexie.minKey) =>
  db.mirror('posts').where('[eventId+thread+order]').between([eventId, thread, from], [eventId, thread, Dexie.maxKey]);

/** The window of the event on this device; undefined if the device holds the event whole. */
type MaybeWindow = DeviceWindow | undefined;

/** Returns one page of the chat, newest first; pages count from 1. */
export async function readThreads(
  db: EventDatabase,
  eventId: number,
  page: number,
  window: MaybeWindow,
): Promise<{ threads: Thread[]; outside: OutsidePage | null }> {
  const { floor, outside } = window ? await heldPage(db, window, { eventId, list: 'posts', page }) : wholePage;
  const inOrder = threadFrom(db, eventId, '', floor)
    .reverse()
    .offset((page - 1) * limits.pageSize)
    .limit(limits.pageSize);
  const posts = outside?.ids ? await thoseOf(db, outside.ids) : await inOrder.toArray();
  // One transaction, because each of its own takes as long as its queries.
  const threads = await db.transaction('r', db.mirror('posts'), () =>
    Promise.all(posts.map(async (post) => ({ post, ...(await repliesTo(db, post, repliesAtFirst, window)) }))),
  );
  return { threads, outside: outside && { page, at: outside.at } };
}

async function thoseOf(db: EventDatabase, ids: readonly string[]): Promise<StoredPost[]> {
  const posts = await db.mirror('posts').bulkGet([...ids]);
  return posts.flatMap((post) => (post && !post.$gone ? [post] : []));
}

/**
 * Returns the thread of a post or reply; null if it was deleted, undefined while a first load may still bring it, and `outside` if the
 * server may have it.
 */
export async function readThread(
  db: EventDatabase,
  eventId: number,
  id: string,
  window: MaybeWindow,
): Promise<Thread | null | undefined | 'outside'> {
  const linked = await postIn(db, eventId, id);
  const post = linked?.replyToId == null ? linked : await postIn(db, eventId, linked.replyToId);
  if (!post) return readAbsence(db, eventId, id);
  const thread = { post, ...(await repliesTo(db, post, Math.max(repliesAlone, await repliesSince(db, linked)), window)) };
  return linked && linked !== post && linked.order < thread.floor ? { ...thread, linked } : thread;
}

/** Returns why the mirror lacks a post, like `readThread`. */
async function readAbsence(db: EventDatabase, eventId: number, id: string): Promise<null | undefined | 'outside'> {
  const cursor = await readCursor(db);
  if (!cursor || cursor.loading) return undefined;
  const isRemoved = (await db.mirror('posts').get(id))?.$gone !== undefined;
  return isRemoved || !(await windowOf(db, eventId)) ? null : 'outside';
}

/** Returns the number of replies from the linked one on: an older one than the latest is shown, too. */
async function repliesSince(db: EventDatabase, linked: StoredPost | undefined): Promise<number> {
  if (linked?.replyToId == null) return 0;
  const { eventId, replyToId, order } = linked;
  return threadFrom(db, eventId, replyToId, order).count();
}

async function postIn(db: EventDatabase, eventId: number, id: string): Promise<StoredPost | undefined> {
  const post = await db.mirror('posts').get(id);
  return post && !post.$gone && post.eventId === eventId ? post : undefined;
}

/** Returns whether a post exists; `outside` if only the server can tell. */
export async function isThere(db: EventDatabase, { id, eventId }: StoredPost): Promise<boolean | 'outside'> {
  if (await postIn(db, eventId, id)) return true;
  return (await readAbsence(db, eventId, id)) === 'outside' ? 'outside' : false;
}

/** Returns how many replies are shown if `most` may be: a single remaining one is shown too. */
export const repliesShown = (replyCount: number, most: number): number => (replyCount <= most + 1 ? replyCount : most);

/** Returns the latest replies without a hole, limited by `repliesShown`. */
export async function repliesTo(db: EventDatabase, { eventId, id }: StoredPost, most: number, window: MaybeWindow): Promise<Replies> {
  const floor = window?.floors[repliesOf('posts', id)] ?? 0;
  const all = threadFrom(db, eventId, id, floor);
  const replyCount = await all.count();
  const replies = await all.offset(replyCount - repliesShown(replyCount, most)).toArray();
  return { replies, replyCount, floor };
}

export async function refusedPosts(db: EventDatabase, eventId: number): Promise<RefusedPost[]> {
  const entries = await readRefused(db, ['posts'], eventId);
  return Promise.all(
    entries.map(async (entry) => {
      const shownAt = entry.mutation === 'create' ? (entry.args.replyToId ?? null) : String(entry.id);
      const post = shownAt === null ? undefined : await db.mirror('posts').get(shownAt);
      if (!post || post.$gone) return { entry, threadId: null };
      return { entry, threadId: post.replyToId ?? post.id };
    }),
  );
}
