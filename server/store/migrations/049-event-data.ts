import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addModule } from './added-module.ts';

/** The link of an event's header picture, and the menu entry for general settings. */
export const eventData: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('events').addColumn('header_image', 'text').execute();
    await addModule(db, { module: 20, menu: { path: '/admin/general', behind: [], section: 1, isFirst: true, role: 'admin' } });
  },
};
