import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { isPostgres } from './dialect.ts';
import { type ReadHandle, sqlOf } from './handles.ts';
import type { Schema } from './schema.ts';

/** Replaces a parameter while a statement is compiled. */
class Slot {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

export type Given<Parameters> = <Name extends keyof Parameters>(name: Name) => Parameters[Name];

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

/** SQL compiled once; also worth preparing in the database. */
export const prepared = new Set<string>();

/** Returns a function that runs a statement compiled once. Compiling takes longer than running, so requests use this. */
export function statement<Parameters extends object, Row>(
  build: (db: Kysely<Schema>, given: Given<Parameters>) => Compilable<Row>,
): (handle: ReadHandle, parameters: Parameters) => Promise<Row[]> {
  const compiled = new Compiled<null, Row>();
  return async (handle, given) => {
    const db = sqlOf(handle);
    const query = compiled.get(db, null, () => build(db, (name) => new Slot(name) as never).compile());
    const parameters = query.parameters.map((value) => (value instanceof Slot ? given[value.name as keyof Parameters] : value));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
