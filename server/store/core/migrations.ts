import { readdir } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { createBaseline } from './baseline.ts';
import { isMissingTable } from './failures.ts';
import type { Schema } from './schema.ts';

const folder = new URL('../migrations/', import.meta.url);

/**
 * A new database begins with the baseline. The migrations up to its number were deleted (decision 102); `last` proves that a
 * database has all of them, and `version` is the version that has all of them.
 */
const baseline = {
  name: '075-baseline',
  number: 75,
  // The names were given out of order: a database with 075 may lack 067, and none with 067 lacks another.
  last: ['067-canonical-addresses', '075-match-times'],
  version: 'commit 80ba7ad8 (version 0.1.0 of 26 November 2026)',
} as const;

/** Migrates the database to the current schema. Throws an `UnfitSchema`, or the error of a migration. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const later = await readMigrations();
  const made = await namesMade(db);
  refuseUnfit(made, later);
  const migrations = { ...(made.length === 0 ? { [baseline.name]: { up: createBaseline } } : replaced(made)), ...later };
  // Skips the migrator, which would read the schema four times to find that nothing is to do.
  if (made.length === Object.keys(migrations).length) return;
  const { error } = await new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** A version with another schema has made the database, and this version cannot continue it. */
export abstract class UnfitSchema extends Error {}

/** A newer version has migrated the database, or waits to do so. */
export class NewerSchema extends UnfitSchema {
  override readonly name = 'NewerSchema';

  constructor(newer: number, own: number) {
    super(
      `a newer version of Event Companion uses it (schema ${newer}; this version knows up to ${own}) – start the newer version, or restore a backup that this version made`,
    );
  }
}

/** The database was last used by a version before the baseline. */
export class OlderSchema extends UnfitSchema {
  override readonly name = 'OlderSchema';

  constructor(older: number) {
    super(
      `an older version of Event Companion made it (schema ${older}; this version continues from schema ${baseline.number}) – start ${baseline.version} with it once, then this version`,
    );
  }
}

/** Throws an `OlderSchema` for a database from before the baseline. */
export async function refuseOlder(db: Kysely<Schema>): Promise<void> {
  refuseBeforeBaseline(await namesMade(db));
}

function refuseUnfit(made: readonly string[], later: Readonly<Record<string, Migration>>): void {
  const newer = made.findLast((name) => numberOf(name) > baseline.number && !Object.hasOwn(later, name));
  if (newer !== undefined) throw new NewerSchema(numberOf(newer), lastOf(later));
  refuseBeforeBaseline(made);
}

function refuseBeforeBaseline(made: readonly string[]): void {
  if (made.length === 0 || made.includes(baseline.name)) return;
  const missing = baseline.last.find((name) => !made.includes(name));
  if (missing !== undefined) throw new OlderSchema(Math.min(numberOf(made.at(-1)!), numberOf(missing) - 1));
}

/** Returns the deleted migrations that the database has, because the migrator requires every name that it finds there. */
function replaced(made: readonly string[]): Record<string, Migration> {
  const names = made.filter((name) => numberOf(name) <= baseline.number);
  return Object.fromEntries(names.map((name) => [name, { up: () => Promise.resolve() }]));
}

const numberOf = (name: string): number => Number(name.slice(0, 3));

const lastOf = (migrations: Readonly<Record<string, Migration>>): number => numberOf(Object.keys(migrations).at(-1)!);

export const schemaNumber = async (): Promise<number> => lastOf(await readMigrations());

/** Returns the number of the last migration that the tables have; null if they have none. */
export async function lastMigrationMade(db: Kysely<Schema>): Promise<number | null> {
  const last = (await namesMade(db)).at(-1);
  return last === undefined ? null : numberOf(last);
}

/** Returns the names of the migrations already run; none if there is no table of them. */
async function namesMade(db: Kysely<Schema>): Promise<readonly string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

let inFolder: Promise<Record<string, Migration>> | undefined;

/**
 * Returns the migrations after the baseline by file name, which determines their order. They are for both databases, and released ones
 * never change.
 */
export const readMigrations = (): Promise<Record<string, Migration>> => (inFolder ??= readFolder());

async function readFolder(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{3}-[a-z-]+\.ts$/.test(file)).toSorted();
  const read = async (file: string): Promise<[string, Migration]> => {
    const [migration] = Object.values((await import(new URL(file, folder).href)) as Record<string, Migration>);
    if (!migration) throw new TypeError(`${file} exports no migration`);
    return [file.replace('.ts', ''), migration];
  };
  return Object.fromEntries(await Promise.all(files.map(read)));
}
