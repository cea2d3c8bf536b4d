import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { isPostgres } from './dialect.ts';
import { type Reading, sqlOf } from './handles.ts';
import type { Schema } from './schema.ts';

/** Stands for a parameter while a statement is put together. */
class Slot {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** Gives what stands for a parameter of this name. */
export type Given<Parameters> = <Name extends keyof Parameters>(name: Name) => Parameters[Name];

/** What was put together once for each kind of database. */
export class Compiled<Name, Row = unknown> {
  readonly #queries = new Map<string, Map<Name, CompiledQuery<Row>>>();

  get(db: Kysely<Schema>, name: Name, compile: () => CompiledQuery<Row>): CompiledQuery<Row> {
    const kind = isPostgres(db) ? 'postgres' : 'sqlite';
    const known = this.#queries.get(kind)?.get(name);
    if (known) return known;
    const query = compile();
    this.#queries.set(kind, (this.#queries.get(kind) ?? new Map<Name, CompiledQuery<Row>>()).set(name, query));
    prepared.add(query.sql);
    return query;
  }
}

/** The SQL of statements that are put together once: worth to be prepared by the database, too. */
export const prepared = new Set<string>();

/** A statement whose SQL is put together once, for what is asked at each request: to put it together takes longer than to run it. */
export function statement<Parameters extends object, Row>(
  build: (db: Kysely<Schema>, given: Given<Parameters>) => Compilable<Row>,
): (handle: Reading, parameters: Parameters) => Promise<Row[]> {
  const compiled = new Compiled<null, Row>();
  return async (handle, given) => {
    const db = sqlOf(handle);
    const query = compiled.get(db, null, () => build(db, (name) => new Slot(name) as never).compile());
    const parameters = query.parameters.map((value) => (value instanceof Slot ? given[value.name as keyof Parameters] : value));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
