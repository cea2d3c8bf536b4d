import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addModule } from './added-module.ts';

export const statistics: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('statistics')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('name_i18_n', 'text', (column) => column.notNull())
      .addColumn('evidence_prompt_i18_n', 'text')
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('statistics_of_event').on('statistics').columns(['event_id']).execute();
    await db.schema
      .createTable('user_statistics')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('event_id', 'integer', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('statistic_id', 'integer', (column) => column.notNull().references('statistics.id').onDelete('cascade'))
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('value', 'bigint', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('user_statistics_of_event').on('user_statistics').columns(['event_id', 'statistic_id']).execute();
    const menu = { path: '/statistics', behind: ['/announcements', '/chat'] };
    await addModule(db, { module: 11, menu, homeComponent: 'statistic_highscores' });
  },
};
