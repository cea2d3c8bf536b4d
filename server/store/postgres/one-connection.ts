import { CompiledQuery, DummyDriver, Kysely } from 'kysely';
import { prepared } from '../core/statement.ts';
import type { Schema } from '../core/schema.ts';

/**
 * Runs `work` on one connection. Statements are pipelined: those sent together take one round trip. (Kysely's own connection sends one at a
 * time.)
 */
export function onOneConnection<T>(db: Kysely<Schema>, work: (connection: Kysely<Schema>) => Promise<T>): Promise<T> {
  const executor = db.getExecutor();
  return executor.provideConnection(async (connection) => {
    let isReleased = false;
    const provideConnection = <R>(consumer: (same: typeof connection) => Promise<R>): Promise<R> => {
      if (isReleased) throw new TypeError('this connection was released already');
      return consumer(connection);
    };
    try {
      return await work(new Kysely<Schema>({ ...unused, executor: executor.withConnectionProvider({ provideConnection }) }));
    } finally {
      isReleased = true;
    }
  });
}

/** Parts of Kysely's options that this handle does not use. */
const unused = { config: {} as never, dialect: {} as never, driver: new DummyDriver() };

/** Sends a raw statement and returns its rows. One with parameters is prepared. */
export async function runRaw(connection: Kysely<Schema>, text: string, ...parameters: readonly unknown[]): Promise<readonly unknown[]> {
  if (parameters.length > 0) prepared.add(text);
  return (await connection.executeQuery(CompiledQuery.raw(text, [...parameters]))).rows;
}
