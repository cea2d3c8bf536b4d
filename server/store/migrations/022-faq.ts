import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addModule } from './added-module.ts';

/** Questions and answers, at the end of the menu's first section. */
export const faq: Migration = {
  up: (db: Kysely<unknown>) => addModule(db, { module: 13, menu: { path: '/faq', behind: ['/feedback'] } }),
};
