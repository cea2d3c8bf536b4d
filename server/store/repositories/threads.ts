import { type Kysely, sql } from 'kysely';
import type { ReadHandle } from '../core/handles.ts';
import type { Schema } from '../core/schema.ts';
import { valuesOf } from '../core/dialect.ts';
import { type Given, statement } from '../core/statement.ts';

/** A post with its author's current name and picture. */
export interface AuthoredPost {
  readonly id: string;
  readonly version: number;
  readonly content: string;
  readonly replyToId: string | null;
  readonly createdAt: string;
  readonly author: { readonly id: number; readonly name: string; readonly image: string | null };
}

/** A reply has the same shape and never has replies. */
export interface Thread extends AuthoredPost {
  readonly replies: readonly Thread[];
}

const threadCount = statement((db, given: Given<{ eventId: number }>) =>
  db
    .selectFrom('posts')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('event_id', '=', given('eventId'))
    .where('reply_to_id', 'is', null),
);

export async function countThreads(db: ReadHandle, eventId: number): Promise<number> {
  const [found] = await threadCount(db, { eventId });
  return found?.count ?? 0;
}

/** The most replies of one thread in an answer; the newest are returned. */
const mostReplies = 200;
/** The most replies of all threads in an answer, shared equally. */
const mostRepliesOfAll = 5_000;
/** The most characters of the replies of one thread. */
const mostOfThread = 40_000;

const firstOf = statement((db, given: Given<{ eventId: number; offset: number; limit: number }>) =>
  authored(db)
    .where('posts.event_id', '=', given('eventId'))
    .where('posts.reply_to_id', 'is', null)
    .orderBy('posts.order', 'desc')
    .offset(given('offset'))
    .limit(given('limit')),
);

const repliesTo = statement((db, given: Given<{ ids: string; most: number }>) => {
  const ranked = db
    .selectFrom('posts')
    .select([
      'id',
      sql<number>`row_number() over (partition by reply_to_id order by "order" desc)`.as('rank'),
      sql<number>`sum(length(content)) over (partition by reply_to_id order by "order" desc)`.as('length'),
    ])
    .where('reply_to_id', 'in', valuesOf<string>(db, given('ids'), 'text'));
  return authored(db)
    .where(
      'posts.id',
      'in',
      db
        .selectFrom(ranked.as('ranked'))
        .select('ranked.id')
        .where('ranked.rank', '<=', given('most'))
        .where('ranked.length', '<=', mostOfThread),
    )
    .orderBy('posts.order');
});

/** Returns the threads of an event, newest first, each with its replies, oldest first. */
export async function listThreads(
  db: ReadHandle,
  eventId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<Thread[]> {
  const first = await firstOf(db, { eventId, offset, limit });
  if (first.length === 0) return [];
  const most = Math.min(mostReplies, Math.floor(mostRepliesOfAll / first.length));
  const replies = await repliesTo(db, { ids: JSON.stringify(first.map(({ id }) => id)), most });
  const byThread = Map.groupBy(replies, ({ reply_to_id }) => reply_to_id);
  return first.map((record) => ({ ...postOf(record), replies: (byThread.get(record.id) ?? []).map(replyOf) }));
}

function authored(db: Kysely<Schema>) {
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select([
      'posts.id',
      'posts.version',
      'posts.content',
      'posts.reply_to_id',
      'posts.created_at',
      'users.id as author_id',
      'users.name',
      'users.image',
    ]);
}

const replyOf = (record: Record): Thread => ({ ...postOf(record), replies: [] });

type Record = Awaited<ReturnType<ReturnType<typeof authored>['execute']>>[number];

function postOf({ id, version, content, reply_to_id, created_at, author_id, name, image }: Record): AuthoredPost {
  return { id, version, content, replyToId: reply_to_id, createdAt: created_at, author: { id: author_id, name, image } };
}
