import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mentionOf } from '#contract/rules/mentions.ts';
import { home, insertRows, postOf } from '#tests/fixtures/camp.ts';
import { openWorld, type World } from '#tests/fixtures/world.ts';
import { sqlOf } from '../core/handles.ts';
import { windows } from './092-windows.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

test('posts from before the table are found by the people whom they mention', async () => {
  const { store, clock } = world;
  const post = postOf('author', { order: 7, content: `${mentionOf(3)} and ${mentionOf(44)}, again ${mentionOf(3)}, not @[05] or @[x]` });
  // More posts than the migration reads at once.
  const others = Array.from({ length: 1_001 }, (_, index) => postOf('author', { content: `@[x] ${index}` }));
  await insertRows(store, clock, 'posts', [...others, post, postOf('author', { content: 'Nobody' })]);
  const db = sqlOf(store.reading);
  const mentions = () => db.selectFrom('post_mentions').selectAll().orderBy('user_id').execute();
  const written = await mentions();
  // Migrations do not use the types of the current schema.
  const old = db as unknown as Kysely<unknown>;
  await old.schema.dropTable('post_mentions').execute();
  for (const index of ['change_log_news', 'memberships_of_admins', 'posts_by_order']) await old.schema.dropIndex(index).execute();
  await old.schema.alterTable('change_log').dropColumn('passed').execute();
  await windows.up(old);
  expect(await mentions()).toEqual([3, 44].map((user_id) => ({ post_id: post.id, user_id, event_id: home, order: 7 })));
  expect(await mentions()).toEqual(written);
  expect(await db.selectFrom('change_log').select('passed').distinct().execute()).toEqual([{ passed: 0 }]);
});
