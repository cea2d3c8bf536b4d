import type pg from 'pg';

/** PostgreSQL's processes of connections, observed and ended by another connection. */
export class Backends {
  readonly #observer: pg.Client;

  constructor(observer: pg.Client) {
    this.#observer = observer;
  }

  /** Returns whether the connection waits for a lock that another one has. */
  async waits(client: pg.Client): Promise<boolean> {
    const { rows } = await this.#observer.query<{ waits: boolean }>('select cardinality(pg_blocking_pids($1)) > 0 as waits', [
      processOf(client),
    ]);
    return rows[0]?.waits ?? false;
  }

  /** Cancels the running statement, which fails. */
  async cancel(client: pg.Client): Promise<void> {
    await this.#observer.query('select pg_cancel_backend($1)', [processOf(client)]);
  }

  /** Resolves when the processes have ended and their clients have noticed. */
  async terminate(clients: readonly pg.Client[]): Promise<void> {
    const ends = clients.map((client) => new Promise((resolve) => client.once('end', resolve)));
    await this.#observer.query('select pg_terminate_backend(pid, 10000) from unnest($1::int[]) as pid', [clients.map(processOf)]);
    await Promise.all(ends);
  }
}

const processOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID;
