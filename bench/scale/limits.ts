import pg from 'pg';

interface Inserting {
  readonly seconds: number;
  readonly connections: number;
  /** True if each insert sends a notice, as our writes do: transactions with notices commit one after another. */
  readonly notices?: boolean;
}

/** Returns the inserts per second of PostgreSQL alone, with so many connections and each row in a transaction of its own. */
export async function bareInserts(url: string, { seconds, connections, notices = false }: Inserting): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  try {
    await pool.query(
      'create table if not exists posts (id text primary key, number bigint generated always as identity, row text not null)',
    );
    const text = `with added as (insert into posts (id, row) values ($1, $2) returning id)
      select ${notices ? "pg_notify('posts', id)" : 'id'} from added`;
    const row = JSON.stringify({ content: 'x'.repeat(300) });
    const end = performance.now() + seconds * 1_000;
    let done = 0;
    const insertUntilEnd = async (): Promise<void> => {
      const client = await pool.connect();
      while (performance.now() < end) {
        await client.query({ name: `insert ${notices}`, text, values: [crypto.randomUUID(), row] });
        done += 1;
      }
      client.release();
    };
    await Promise.all(Array.from({ length: connections }, insertUntilEnd));
    return done / seconds;
  } finally {
    await pool.end();
  }
}
