import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addModule } from './added-module.ts';

/** The profile, with its reminder on the home screen. */
export const profile: Migration = {
  up: (db: Kysely<unknown>) => addModule(db, { module: 14, homeComponent: 'profile_incomplete' }),
};
