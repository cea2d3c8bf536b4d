import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addModule } from './added-module.ts';

/** Adds the list of events to the menu. */
export const switching: Migration = {
  async up(db: Kysely<unknown>) {
    await addModule(db, { module: 15, menu: { path: '/switch', behind: ['/notifications'], section: 2 } });
  },
};
