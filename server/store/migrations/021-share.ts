import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addModule } from './added-module.ts';

/** The page on which members invite others. */
export const share: Migration = {
  up: (db: Kysely<unknown>) => addModule(db, { module: 10, menu: { path: '/share', behind: ['/participants', '/pictures', '/chat'] } }),
};
