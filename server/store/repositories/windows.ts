import { type Kysely, sql } from 'kysely';
import type { BaseRow, RowId } from '#contract/resource.ts';
import { type Floors, type NewestRows, openFloor, repliesOf as listBelow, windows } from '#contract/rules/windows.ts';
import type { AnyDescriptor } from '#server/resources/definition/descriptor.ts';
import { descriptors } from '#server/resources/catalogue/descriptors.ts';
import { valuesOf } from '../core/dialect.ts';
import { anyTable, anyTableOf, type ReadHandle, sqlOf } from '../core/handles.ts';
import type { Schema } from '../core/schema.ts';
import { type Given, statement } from '../core/statement.ts';
import { snakeCase } from './columns.ts';
import { participantId } from './composed-rows.ts';
import { loadRows } from './rows.ts';

/** A list of an event: the rows of a resource with this parent, or without one. */
export interface List {
  readonly eventId: number;
  readonly resource: string;
  readonly parent?: RowId | null;
}

/** Rows of a list from `floor` (inclusive) up to `below` (exclusive). */
interface Range extends List {
  readonly below?: number;
  readonly floor?: number;
}

interface Newest {
  readonly table: string;
  /** The column with the parent; null without parents. */
  readonly parent: string | null;
  readonly size: NewestRows;
}

const newest = new Map(
  (descriptors as readonly AnyDescriptor[]).flatMap(({ resource, table }): [string, Newest][] => {
    const window = windows[resource.name];
    if (window?.kind !== 'newest' || table === undefined) return [];
    return [[resource.name, { table, size: window.size, parent: window.parent === undefined ? null : snakeCase(window.parent) }]];
  }),
);

function newestOf(resource: string): Newest {
  const found = newest.get(resource);
  if (!found) throw new TypeError(`${resource} has no lists`);
  return found;
}

/** Returns the rows of a part of a list that `found` names, in this order. */
async function inOrder(db: ReadHandle, resource: string, ids: readonly RowId[]): Promise<BaseRow[]> {
  const rows = await loadRows(db, resource, ids);
  return ids.flatMap((id) => rows.get(id) ?? []);
}

function rangeOf(db: ReadHandle, { eventId, resource, parent = null, below = openFloor, floor = 0 }: Range) {
  const { table, parent: column } = newestOf(resource);
  const rows = anyTableOf(db).selectFrom(table).where('event_id', '=', eventId).where('order', '<', below).where('order', '>=', floor);
  return column === null ? rows : rows.where(column, parent === null ? 'is' : '=', parent);
}

/** Returns up to `limit` rows of a part of a list, newest first, after the first `offset`. */
export async function listPage(db: ReadHandle, range: Range, limit: number, offset = 0): Promise<BaseRow[]> {
  const found = await rangeOf(db, range).select('id').orderBy('order', 'desc').limit(limit).offset(offset).execute();
  return inOrder(
    db,
    range.resource,
    found.map(({ id }) => id as RowId),
  );
}

/** Returns the number of rows of a list. */
export async function lengthOf(db: ReadHandle, list: List): Promise<number> {
  const { count } = await rangeOf(db, list)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Returns the floor of the rows without a parent: the order of the last of those that fit into the window with their newest replies, or 0
 * if all rows fit.
 */
export async function floorOf(db: ReadHandle, eventId: number, resource: string): Promise<number> {
  const { table, parent, size } = newestOf(resource);
  const top = rangeOf(db, { eventId, resource })
    .select(['id', 'order'])
    .orderBy('order', 'desc')
    .limit(size.first + 1);
  const replies = anyTableOf(db)
    .selectFrom(
      anyTableOf(db)
        .selectFrom(`${table} as reply`)
        .select(sql.lit(1).as('one'))
        .where('reply.event_id', '=', eventId)
        .whereRef(sql.ref(`reply.${parent}`), '=', 'top.id')
        .limit(size.each)
        .as('counted'),
    )
    .select((is) => is.fn.countAll<number>().as('count'));
  const rows = (await anyTableOf(db)
    .selectFrom(top.as('top'))
    .select('top.order')
    .$if(parent !== null, (query) => query.select(replies.as('replies')))
    .orderBy('top.order', 'desc')
    .execute()) as { order: number; replies?: number }[];
  let room = size.rows;
  const outside = rows.findIndex(({ replies: count = 0 }, place) => {
    room -= 1 + count;
    return place === size.first || (room < 0 && place > 0);
  });
  return outside === -1 ? 0 : rows[outside - 1]!.order;
}

/** The fields with the text of a resource. */
const texts: Readonly<Record<string, string>> = { posts: 'content', photos: 'description' };

export interface Scanned {
  /** Rows that may contain the words, newest first; the others do not. */
  readonly rows: readonly { readonly id: RowId; readonly order: number; readonly text: string }[];
  /** The order of the last row that was read; null at the end of the list. */
  readonly end: number | null;
}

/**
 * Reads the newest `limit` rows of a resource below an order, for words of which each has one of its spellings in the text, in lower case
 * and without accents. Texts with other letters than those of ASCII may contain anything.
 */
export async function scan(
  db: ReadHandle,
  { eventId, resource, below = openFloor }: Omit<Range, 'parent' | 'floor'>,
  words: readonly (readonly string[])[],
  limit: number,
): Promise<Scanned> {
  const { table } = newestOf(resource);
  const read = anyTableOf(db).selectFrom(table).where('event_id', '=', eventId).where('order', '<', below).orderBy('order', 'desc');
  const newestRows = read.select(['id', 'order', `${texts[resource]!} as text`]).limit(limit);
  const rows = await anyTableOf(db)
    .selectFrom(newestRows.as('newest'))
    .select(['id', 'order', 'text'])
    .where((is) =>
      is.or([
        sql<boolean>`octet_length(text) > length(text)`,
        is.and(words.map((spellings) => is.or(spellings.map((spelling) => sql<boolean>`lower(text) like ${`%${spelling}%`}`)))),
      ]),
    )
    .orderBy('order', 'desc')
    .execute();
  const last = await read
    .select('order')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  return { rows, end: last?.order ?? null };
}

export interface Replies {
  /** Newest first, by parent in the order of `parents`. */
  readonly rows: readonly BaseRow[];
  /** The floor of the list of each parent: 0 if all of its rows are there. */
  readonly floors: Floors;
}

/** Returns the newest rows below each of these parents, `each` at most. */
export async function repliesOf(db: ReadHandle, { eventId, resource }: List, parents: readonly RowId[], each: number): Promise<Replies> {
  const { table, parent } = newestOf(resource);
  if (parent === null || parents.length === 0) return { rows: [], floors: {} };
  const ranked = anyTableOf(db)
    .selectFrom(table)
    .select([
      'id',
      'order',
      sql.ref<RowId>(parent).as('parent'),
      sql<number>`row_number() over (partition by ${sql.ref(parent)} order by "order" desc)`.as('rank'),
    ])
    .where('event_id', '=', eventId)
    .where(parent, 'in', valuesOf<string>(sqlOf(db), JSON.stringify(parents), 'text'));
  const found = (await anyTable(sqlOf(db))
    .selectFrom(ranked.as('ranked'))
    .select(['id', 'order', 'parent', 'rank'])
    .where('rank', '<=', each + 1)
    .orderBy('order', 'desc')
    .execute()) as { id: RowId; order: number; parent: RowId; rank: number }[];
  const byParent = Map.groupBy(found, (row) => row.parent);
  const shown = parents.map((id) => (byParent.get(id) ?? []).slice(0, each));
  const isCut = (id: RowId) => (byParent.get(id)?.length ?? 0) > each;
  const floors = parents.map((id, place) => [listBelow(resource, id), isCut(id) ? (shown[place]!.at(-1)?.order ?? openFloor) : 0]);
  const ids = shown.flatMap((rows) => rows.map((row) => row.id));
  return { rows: await inOrder(db, resource, ids), floors: Object.fromEntries(floors) as Floors };
}

/** A thread of a person, with the newest of its rows that is theirs, mentions them, or is the followed first one. */
export interface OwnThread {
  readonly thread: string;
  readonly post: string;
  readonly order: number;
}

/** Returns the own rows of a person in an event, with their rank in the thread. */
function ownIn(db: Kysely<Schema>, given: Given<{ eventId: number; userId: number }>) {
  const selected = [sql<string>`coalesce(posts.reply_to_id, posts.id)`.as('thread'), 'posts.id as post', 'posts.order'] as const;
  const written = db
    .selectFrom('posts')
    .select(selected)
    .where('posts.author_id', '=', given('userId'))
    .where('posts.event_id', '=', given('eventId'));
  const mentioning = db
    .selectFrom('post_mentions')
    .innerJoin('posts', 'posts.id', 'post_mentions.post_id')
    .select(selected)
    .where('post_mentions.user_id', '=', given('userId'))
    .where('post_mentions.event_id', '=', given('eventId'));
  const followed = db
    .selectFrom('thread_follows')
    .innerJoin('posts', 'posts.id', 'thread_follows.post_id')
    .select(selected)
    .where('thread_follows.user_id', '=', given('userId'))
    .where('thread_follows.event_id', '=', given('eventId'))
    .where('thread_follows.state', '=', 'followed');
  const ranked = db
    .selectFrom(written.unionAll(mentioning).unionAll(followed).as('own'))
    .select(['thread', 'post', 'order', sql<number>`row_number() over (partition by thread order by "order" desc)`.as('rank')]);
  return db.selectFrom(ranked.as('ranked')).select(['thread', 'post', 'order']).where('rank', '=', 1).orderBy('order', 'desc');
}

const newestThreads = statement((db, given: Given<{ eventId: number; userId: number; limit: number }>) =>
  ownIn(db, given).limit(given('limit')),
);

const amongThreads = statement((db, given: Given<{ eventId: number; userId: number; threads: string }>) =>
  ownIn(db, given).where('thread', 'in', valuesOf<string>(db, given('threads'), 'text')),
);

/** Returns the threads in which a person writes, is mentioned, or that they follow, newest first by that. */
export function ownThreads(db: ReadHandle, eventId: number, userId: number, limit: number): Promise<OwnThread[]> {
  return newestThreads(db, { eventId, userId, limit });
}

/** The same for those among these threads. */
export function ownAmong(db: ReadHandle, eventId: number, userId: number, threads: readonly RowId[]): Promise<OwnThread[]> {
  return amongThreads(db, { eventId, userId, threads: JSON.stringify(threads) });
}

const admins = statement((db, given: Given<{ eventId: number }>) =>
  db
    .selectFrom('memberships')
    .select('user_id')
    .where('event_id', '=', given('eventId'))
    // The condition is literal, so that the partial index is used.
    .where(sql<boolean>`role = 'admin'`)
    .orderBy('user_id'),
);

/** Returns the ids of the rows of the admins of an event among its participants. */
export async function adminsOf(db: ReadHandle, eventId: number): Promise<string[]> {
  return (await admins(db, { eventId })).map(({ user_id: userId }) => participantId(eventId, userId));
}

export interface EventCounts {
  readonly members: number;
  /** All rows of windowed resources but people and numbers. */
  readonly rows: number;
  /** The lengths of the lists without a parent, and of the participants. */
  readonly lists: Readonly<Record<string, number>>;
}

/** Returns how large an event is. Reads indexes only. */
export async function countsOf(db: ReadHandle, eventId: number): Promise<EventCounts> {
  const countIn = async (table: string): Promise<number> => {
    const { count } = await anyTableOf(db)
      .selectFrom(table)
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow();
    return count;
  };
  const members = await countIn('memberships');
  let rows = 0;
  const lists: Record<string, number> = { participants: members };
  for (const [resource, { table, parent }] of newest) {
    const all = await countIn(table);
    rows += all;
    lists[resource] = parent === null ? all : await lengthOf(db, { eventId, resource });
  }
  return { members, rows, lists };
}
