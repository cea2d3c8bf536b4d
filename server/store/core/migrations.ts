import { readdir, readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { isPostgres } from './dialect.ts';
import type { Schema } from './schema.ts';

const folder = new URL('../migrations/', import.meta.url);

/** The tables after migration 54. New PostgreSQL databases begin with it. */
const baseline = { name: '054-baseline', file: new URL('../postgres/baseline.sql', import.meta.url), after: 54 };

/** Migrates the database to the current schema. Throws `NewerSchema` or the error of a migration. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrations = await (isPostgres(db) ? readForPostgres() : readMigrations());
  const made = await namesMade(db);
  const newer = made.filter((name) => !Object.hasOwn(migrations, name));
  if (newer.length > 0) throw new NewerSchema(numberOf(newer.at(-1)!), await schemaNumber());
  // Skips the migrator, which would read the schema four times to find that nothing is to do.
  if (made.length === Object.keys(migrations).length) return;
  const { error } = await new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** A newer version has migrated the database, or waits to do so. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema';

  constructor(newer: number, own: number) {
    super(
      `a newer version of Event Companion uses it (schema ${newer}; this version knows up to ${own}) – start the newer version, or restore a backup that this version made`,
    );
  }
}

const numberOf = (name: string): number => Number(name.slice(0, 3));

export const schemaNumber = async (): Promise<number> => numberOf(Object.keys(await readMigrations()).at(-1)!);

/** Returns the number of the last migration that the tables have; null if they have none. */
export async function lastMigrationMade(db: Kysely<Schema>): Promise<number | null> {
  const last = (await namesMade(db)).at(-1);
  return last === undefined ? null : numberOf(last);
}

/** Returns the names of the migrations already run; none if the table cannot be read, so that the migrator reports the error. */
async function namesMade(db: Kysely<Schema>): Promise<readonly string[]> {
  const made = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`
    .execute(db)
    .catch(() => null);
  return made?.rows.map(({ name }) => name) ?? [];
}

let inFolder: Promise<Record<string, Migration>> | undefined;

/** Returns the migrations by file name, which determines their order. Released migrations never change. */
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

async function readForPostgres(): Promise<Record<string, Migration>> {
  const all = Object.entries(await readMigrations());
  const later = all.filter(([name]) => numberOf(name) > baseline.after);
  const text = await readFile(baseline.file, 'utf8');
  return { [baseline.name]: { up: async (db) => void (await sql.raw(text).execute(db)) }, ...Object.fromEntries(later) };
}
