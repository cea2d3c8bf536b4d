import { v7 } from 'uuid';
import type { Post } from '#contract/resources/posts.ts';
import { scopeOf } from '#contract/scope.ts';
import { postsAtCamp } from '#server/demo/story/posts.ts';
import { seededRandom } from '#server/demo/drawing/random.ts';
import { recordChanges } from '#server/services/feed/change-log.ts';
import { readCounters } from '#server/store/feed/changes.ts';
import { loadRows, rowStoreOf } from '#server/store/repositories/rows.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { dynamicScopes, type Store } from '#server/store/store.ts';
import { markOf } from './mark.ts';

/** Rows in one transaction. */
const portion = 5_000;

/** The approximate length (characters) of a post. */
const contentLength = 300;

const words = [...new Set(postsAtCamp.flatMap(({ content }) => content.split(/\s+/)))];
const random = seededRandom(7);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

/** Returns text with the words, and so about the compressibility, of real posts. */
export function someContent(): string {
  let content = pick(words);
  while (content.length < contentLength) content += ` ${pick(words)}`;
  return content;
}

/**
 * Adds posts directly to the database until the event has `total` of them, with a change in the feed for each. `repliesPerThread` is an
 * average: a reply belongs to any thread of its portion.
 */
export async function fillPosts(store: Store, eventId: number, total: number, { repliesPerThread = 0 } = {}): Promise<void> {
  const db = sqlOf(store.reading);
  const members = await db.selectFrom('memberships').select('user_id').where('event_id', '=', eventId).execute();
  const { count } = await db
    .selectFrom('posts')
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  for (let have = count; have < total; have += portion) {
    await store.write(dynamicScopes(), async (trx) => {
      const now = Date.now();
      const scope = scopeOf.event(eventId);
      const order = (await readCounters(trx, [scope])).get(scope)?.number ?? 0;
      const threads: string[] = [];
      const rows = Array.from({ length: Math.min(portion, total - have) }, (_, index): Post => {
        const createdAt = new Date(now - (total - have - index) * 1_000).toISOString();
        const authorId = pick(members).user_id;
        const replyToId = threads.length > 0 && random() * (repliesPerThread + 1) > 1 ? pick(threads) : null;
        const id = v7();
        if (replyToId === null && repliesPerThread > 0) threads.push(id);
        return { id, version: 1, eventId, authorId, content: someContent(), replyToId, order: order + 1 + index, createdAt };
      });
      await rowStoreOf('posts').insert(trx, rows);
      await recordChanges(
        trx,
        rows.map((rowAfter) => ({ resource: 'posts', rowBefore: null, rowAfter })),
        now,
      );
    });
  }
}

/** Changes `count` posts across the event, and marks them with the generation; the contract has no mutation for that. */
export async function changePosts(store: Store, eventId: number, count: number, generation: number): Promise<void> {
  await store.write(dynamicScopes(), async (trx) => {
    const all = await sqlOf(trx).selectFrom('posts').select('id').where('event_id', '=', eventId).orderBy('order').execute();
    const step = Math.floor(all.length / count);
    const ids = Array.from({ length: count }, (_, index) => all[(index * step + generation) % all.length]!.id);
    const changes = [...(await loadRows(trx, 'posts', ids)).values()].map((rowBefore) => ({
      resource: 'posts',
      rowBefore,
      rowAfter: { ...rowBefore, version: rowBefore.version + 1, content: `${markOf(generation)} ${someContent()}` },
    }));
    await rowStoreOf('posts').update(
      trx,
      changes.map(({ rowAfter }) => rowAfter),
    );
    await recordChanges(trx, changes, Date.now());
  });
}

/** Deletes posts of drains beyond the first `total`, with their traces; returns their number. */
export async function deletePosts(store: Store, total: number): Promise<number> {
  return store.write(dynamicScopes(), async (writing) => {
    const trx = sqlOf(writing);
    const kept = trx.selectFrom('posts').select('id').orderBy('order').limit(total);
    const { numDeletedRows } = await trx.deleteFrom('posts').where('id', 'not in', kept).executeTakeFirstOrThrow();
    await trx
      .deleteFrom('change_log')
      .where('resource', '=', 'posts')
      .where('row_id', 'not in', trx.selectFrom('posts').select('id'))
      .execute();
    await trx.deleteFrom('receipts').execute();
    return Number(numDeletedRows);
  });
}
