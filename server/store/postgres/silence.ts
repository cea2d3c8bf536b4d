import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { connectionConfig, silence } from './connections.ts';

/**
 * Resolves when a connection that should always send the next statement at once has fallen silent. Every `patience` ms a second connection
 * checks that `backend` exists and has not been idle that long; no answer counts as silent, too. Long statements and waits for locks do
 * not. Throws when `ended` aborts.
 */
export async function fallenSilent(url: string, backend: () => number, patience: number, ended: AbortSignal): Promise<void> {
  const wait = () => pause(patience, undefined, { ref: false, signal: ended });
  await wait();
  while (await isAtWork(url, backend(), patience)) await wait();
}

async function isAtWork(url: string, backend: number, patience: number): Promise<boolean> {
  const client = new pg.Client({ ...connectionConfig(url), query_timeout: silence });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ isIdle: boolean }>(
      `select state like 'idle%' and state_change < clock_timestamp() - $2 * interval '1 ms' as "isIdle" from pg_stat_activity where pid = $1`,
      [backend, patience],
    );
    return rows.length > 0 && rows[0]?.isIdle !== true;
  } catch (error) {
    // An error is also a sign of life, such as too many connections.
    return error instanceof pg.DatabaseError;
  } finally {
    // Not awaited: a silent server does not answer.
    void client.end();
  }
}
