import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { connectionConfig, silence } from './connections.ts';

/**
 * Resolves when a connection has fallen silent whose user always says at once what is next: another one, every `patience` ms, hears that its
 * `backend` (a process of the server) is not there or has waited that long for something to do, or hears nothing either. What is long at work, or
 * waits for a lock, has not. Throws when `ended`.
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
    // It says something, if not that: it may have no connection left.
    return error instanceof pg.DatabaseError;
  } finally {
    // Takes as long as it takes where that is silent, too.
    void client.end();
  }
}
