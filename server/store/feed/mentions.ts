import { type Post, posts } from '#contract/resources/posts.ts';
import type { BaseRow } from '#contract/resource.ts';
import { mentionsIn } from '#contract/rules/mentions.ts';
import type { WriteHandle } from '../core/handles.ts';
import { insertMany } from '../core/insert-many.ts';

const insert = insertMany({
  table: 'post_mentions',
  columns: ['post_id', 'user_id', 'event_id', 'order'],
  key: ['post_id', 'user_id'],
  replaces: [],
});

interface Change {
  readonly resource: string;
  readonly rowBefore: BaseRow | null;
  readonly rowAfter: BaseRow | null;
}

/** Stores the people whom the created posts among these changes mention. A removed post deletes its mentions by its foreign key. */
export async function writeMentions(trx: WriteHandle, changes: readonly Change[]): Promise<void> {
  const created = new Map<unknown, Post>();
  for (const { resource, rowBefore, rowAfter } of changes) {
    if (resource !== posts.name) continue;
    if (rowAfter === null) created.delete(rowBefore?.id);
    else if (rowBefore === null) created.set(rowAfter.id, rowAfter as Post);
  }
  const mentions = [...created.values()].flatMap(({ id, eventId, order, content }) =>
    mentionsIn(content).map((userId) => ({ post_id: id, user_id: userId, event_id: eventId, order })),
  );
  await insert(trx, mentions);
}
