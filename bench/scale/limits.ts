import pg from 'pg';

/** What `connections` connections insert in a second, each row in a transaction of its own: all that PostgreSQL is asked for here, and no server of ours. */
export async function bareInserts(url: string, { seconds, connections }: { seconds: number; connections: number }): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  try {
    await pool.query(
      'create table if not exists posts (id text primary key, number bigint generated always as identity, row text not null)',
    );
    const row = JSON.stringify({ content: 'x'.repeat(300) });
    const end = performance.now() + seconds * 1_000;
    let done = 0;
    const insertUntilEnd = async (): Promise<void> => {
      const client = await pool.connect();
      while (performance.now() < end) {
        await client.query({ name: 'insert', text: 'insert into posts (id, row) values ($1, $2)', values: [crypto.randomUUID(), row] });
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
