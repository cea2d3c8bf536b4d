import type { FeedChange } from '#contract/endpoints/core.ts';
import { type BaseRow, entityKey, type RowId } from '#contract/resource.ts';
import type { Photo } from '#contract/resources/photos.ts';
import type { Post } from '#contract/resources/posts.ts';
import type { ThreadFollow } from '#contract/resources/thread-follows.ts';
import { mentionsIn } from '#contract/rules/mentions.ts';
import { peopleOf, windowSizes } from '#contract/rules/windows.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { type CursorState, readCursor } from '#sync/exchange/cursor.ts';
import type { Device } from '../world/device.ts';
import { watchWrites } from '../world/idle.ts';
import { clientOf } from '../world/visits.ts';
import type { World } from '../world/world.ts';

/*
 * A mirror of a big event has
 *   every row of a list from its floor on,
 *   the thread of each reply,
 *   everybody whom a row names, with admins and the person,
 *   the numbers of each post,
 *   the threads in which the person writes, is mentioned, or that they follow, with the newest of these posts,
 *   the thread of a draft.
 */

const windowed = ['participants', 'posts', 'photos', 'reactionCounts'];

export class HeldWindow {
  readonly #floors: Readonly<Record<string, number>>;
  readonly #held: ReadonlySet<string>;
  readonly #needed: ReadonlySet<string>;
  readonly violations: readonly string[];

  private constructor(
    floors: Readonly<Record<string, number>>,
    held: ReadonlySet<string>,
    needed: ReadonlySet<string>,
    violations: string[],
  ) {
    this.#floors = floors;
    this.#held = held;
    this.#needed = needed;
    this.violations = violations;
  }

  /** Returns whether a mirror has the window of a small event, or everything of a big one although its app knows windows. */
  static async wrongKind({ server }: World, device: Device, db: EventDatabase): Promise<string[]> {
    const active = (await db.mirror('me').get(db.userId))?.activeEventId;
    if (active == null) return [];
    const sql = sqlOf(server.store.reading);
    const countIn = async (table: 'memberships' | 'posts' | 'photos'): Promise<number> =>
      (await sql.selectFrom(table).select('event_id').where('event_id', '=', active).execute()).length;
    const [members, rows] = [await countIn('memberships'), (await countIn('posts')) + (await countIn('photos'))];
    const isAbove = (part: number): boolean => members > windowSizes.bigMembers * part || rows > windowSizes.bigRows * part;
    const has = (await readCursor(db))?.windows?.[`event:${active}`] !== undefined;
    if (has && (device.hasOldApp || !isAbove(0.5))) return ['has a window of an event that should be whole'];
    return !has && !device.hasOldApp && isAbove(1) ? ['has no window of a big event'] : [];
  }

  /** Returns the window of a mirror, null for a whole one. `feed` are all rows that the person sees. */
  static async of({ server, thinned }: World, db: EventDatabase, feed: readonly FeedChange[]): Promise<HeldWindow | null> {
    const { windows = {} } = (await readCursor(db)) ?? {};
    const active = (await db.mirror('me').get(db.userId))?.activeEventId;
    const state = windows[`event:${active}`];
    if (!state) return null;
    const held = new Map<string, BaseRow>();
    for (const { name } of db.mirrorTables)
      for (const record of await db.mirror(name).toArray())
        if (!record.$gone && ((record as { eventId?: number }).eventId ?? active) === active)
          held.set(entityKey({ resource: name, id: record.id }), record);
    const admins = sqlOf(server.store.reading).selectFrom('memberships').select('user_id').where('event_id', '=', active!);
    const people = [db.userId, ...(await admins.where('role', '=', 'admin').execute()).map((row) => row.user_id)];
    for (const [key, row] of held) people.push(...peopleOf(key.slice(0, key.indexOf(':')), row));
    const needed = new Set(people.map((userId) => `participants:${active}-${userId}`));
    for (const key of ownThreads(db.userId, feed, thinned)) needed.add(key);
    for (const { about } of await db.drafts.toArray()) if (about !== undefined) needed.add(about);
    const violations = state.wanted.map((key) => `${key} is wanted, though the mirror is level`);
    const posts = [...held].flatMap(([key, row]) => (key.startsWith('posts:') ? [row as Post] : []));
    violations.push(...halfThreads(posts));
    for (const list of ['posts', 'photos'] as const) {
      const rows = [...held].filter(([key, row]) => key.startsWith(`${list}:`) && ((row as Partial<Post>).replyToId ?? null) === null);
      const above = rows.filter(([, row]) => (row as Post).order >= (state.floors[list] ?? 0)).length;
      if (above > 1.5 * windowSizes[list].first) violations.push(`${list} has ${above} rows above its floor`);
    }
    return new HeldWindow(state.floors, new Set(held.keys()), needed, violations);
  }

  get size(): number {
    return this.#held.size;
  }

  /** Returns whether the mirror may lack a row of the server. */
  mayLack({ resource, id, row }: FeedChange): boolean {
    if (!windowed.includes(resource) || this.#needed.has(entityKey({ resource, id }))) return false;
    if (resource === 'participants') return true;
    if (resource === 'reactionCounts') return !this.#has('posts', id);
    const { order, replyToId = null } = row as unknown as (Photo | Post) & { replyToId?: string | null };
    if (replyToId !== null && !this.#has('posts', replyToId)) return true;
    return order < (this.#floors[replyToId === null ? resource : `${resource}/${replyToId}`] ?? 0);
  }

  #has(resource: string, id: RowId): boolean {
    return this.#held.has(entityKey({ resource, id }));
  }
}

function halfThreads(posts: readonly Post[], others: readonly Stored<Post>[] = []): string[] {
  const held = new Set([...posts, ...others].map(({ id }) => id));
  return posts.flatMap(({ id, replyToId }) => (replyToId === null || held.has(replyToId) ? [] : [`posts ${id} has no thread`]));
}

/**
 * Looks for replies without their thread after each write of a mirror, as its screens would show them. A row with pending commands may
 * stay, and an own one may have come with an answer: its thread is wanted with the next page. `undo` ends it.
 */
export function watchThreads(world: World): { readonly violations: ReadonlySet<string>; readonly undo: () => void } {
  const violations = new Set<string>();
  const { undo } = watchWrites((written) => {
    const database = written as IDBDatabase;
    const tab = world.devices.flatMap(({ livingTabs }) => livingTabs).find((each) => each.holds(database));
    const userId = tab && clientOf(tab)?.userId;
    if (!tab || userId === undefined) return;
    const transaction = database.transaction(['posts', 'meta'], 'readonly');
    const posts = transaction.objectStore('posts').getAll() as IDBRequest<Stored<Post>[]>;
    const cursor = transaction.objectStore('meta').get('cursor') as IDBRequest<{ value: CursorState } | undefined>;
    transaction.addEventListener('complete', () => {
      for (const [scope, { wanted }] of Object.entries(cursor.result?.value.windows ?? {})) {
        if (wanted.length > 0) continue;
        const ofScope = posts.result.filter(({ $gone, eventId }) => !$gone && scope === `event:${eventId}`);
        const settled = ofScope.filter(({ $pending, authorId }) => $pending === undefined && authorId !== userId);
        for (const line of halfThreads(settled, posts.result)) violations.add(`${tab.device.name}: ${line} for a moment`);
      }
    });
  });
  return { violations, undo };
}

/**
 * Returns the threads that a person follows or has posts in, with the newest post of each that is theirs or mentions them. Threads that
 * have lost a reply are left out: an older post may be the newest now.
 */
function ownThreads(userId: number, feed: readonly FeedChange[], thinned: ReadonlySet<string>): string[] {
  const rows = (name: string) => feed.flatMap(({ resource, row }) => (resource === name && row ? [row as unknown] : []));
  const posts = rows('posts') as Post[];
  const followed = (rows('threadFollows') as ThreadFollow[]).flatMap(({ postId, state }) => (state === 'followed' ? [postId] : []));
  const own = posts.filter(({ authorId, content }) => authorId === userId || mentionsIn(content).includes(userId));
  const byThread = Map.groupBy(own, (post) => post.replyToId ?? post.id);
  const newest = [...byThread].flatMap(([thread, ofThread]) =>
    thinned.has(thread) ? [] : [thread, ofThread.toSorted((one, other) => other.order - one.order)[0]!.id],
  );
  return [...newest, ...followed].map((id) => `posts:${id}`);
}
