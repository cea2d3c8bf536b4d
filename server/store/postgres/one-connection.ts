import { CompiledQuery, DummyDriver, Kysely } from 'kysely';
import { prepared } from '../core/statement.ts';
import type { Schema } from '../core/schema.ts';

/**
 * Runs `work` on one connection. Its statements go out in their order, and none waits for the answer of the one before: what is asked together
 * takes one round trip. (Kysely's own handle of a connection has one statement at a time under way.)
 */
export function onOneConnection<T>(db: Kysely<Schema>, work: (connection: Kysely<Schema>) => Promise<T>): Promise<T> {
  const executor = db.getExecutor();
  return executor.provideConnection(async (connection) => {
    let isOver = false;
    const provideConnection = <R>(consumer: (same: typeof connection) => Promise<R>): Promise<R> => {
      if (isOver) throw new TypeError('this connection is somebody else’s by now');
      return consumer(connection);
    };
    try {
      return await work(new Kysely<Schema>({ ...unused, executor: executor.withConnectionProvider({ provideConnection }) }));
    } finally {
      isOver = true;
    }
  });
}

/** What a handle has besides, and nobody asks of one connection. */
const unused = { config: {} as never, dialect: {} as never, driver: new DummyDriver() };

/** Sends a statement that stands by itself, with its parameters; one that has some is prepared. Gives its rows. */
export async function say(connection: Kysely<Schema>, text: string, ...parameters: readonly unknown[]): Promise<readonly unknown[]> {
  if (parameters.length > 0) prepared.add(text);
  return (await connection.executeQuery(CompiledQuery.raw(text, [...parameters]))).rows;
}
