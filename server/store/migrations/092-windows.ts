import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './helpers.ts';

const mention = /@\[([1-9]\d{0,9})\]/g;

const postsPerRead = 1_000;

interface Post {
  readonly id: string;
  readonly event_id: number;
  readonly order: number;
  readonly content: string;
}

/** Tables and indexes for the windows of big events (decision 117). */
export const windows: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('change_log')
      .addColumn('passed', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index change_log_news on change_log (scope, number) where passed <> 1`.execute(db);
    await sql`create index memberships_of_admins on memberships (event_id) where role = 'admin'`.execute(db);
    await db.schema.createIndex('posts_by_order').on('posts').columns(['event_id', 'order']).execute();
    await db.schema
      .createTable('post_mentions')
      .addColumn('post_id', textIn(db), (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('event_id', 'bigint', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('order', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('post_mentions_key', ['post_id', 'user_id'])
      .execute();
    await db.schema.createIndex('post_mentions_of_person').on('post_mentions').columns(['user_id', 'event_id', 'order']).execute();
    await fillMentions(db);
  },
};

async function fillMentions(db: Kysely<unknown>): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const { rows } = await sql<Post>`select id, event_id, "order", content from posts
      where content like '%@[%' and id > ${after} order by id limit ${postsPerRead}`.execute(db);
    const mentions = rows.flatMap((post) =>
      [...new Set([...post.content.matchAll(mention)].map(([, person]) => Number(person)))].map((person) => ({ post, person })),
    );
    for (const { post, person } of mentions)
      await sql`insert into post_mentions (post_id, user_id, event_id, "order")
        values (${post.id}, ${person}, ${post.event_id}, ${post.order})`.execute(db);
    after = rows.at(-1)?.id;
  }
}
