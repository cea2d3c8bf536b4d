import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
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

/** A statement whose SQL is put together once, for what is asked at each request: to put it together takes longer than to run it. */
export function statement<Parameters extends object, Row>(
  build: (db: Kysely<Schema>, given: Given<Parameters>) => Compilable<Row>,
): (handle: Reading, parameters: Parameters) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (handle, given) => {
    const db = sqlOf(handle);
    compiled ??= build(db, (name) => new Slot(name) as never).compile();
    const parameters = compiled.parameters.map((value) => (value instanceof Slot ? given[value.name as keyof Parameters] : value));
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

/** The values of a parameter that is a JSON array: SQL that does not depend on how many there are, for `in`. */
export const valuesOf = <Value>(json: string): RawBuilder<Value> => sql<Value>`(select value from json_each(${json}))`;
