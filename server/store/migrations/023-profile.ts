import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addModule } from './added-module.ts';

/** The profile, which the home screen asks to complete. */
export const profile: Migration = {
  up: (db: Kysely<unknown>) => addModule(db, { module: 14, homeComponent: 'profile_incomplete' }),
};
