import type { OutboxEntry } from '../../../src/db/records.ts';
import type { SyncClient } from '../../../src/sync/engine/client.ts';

/** What needs its person; nothing where another tab has closed this one's database for good. */
export async function parkedIn(client: SyncClient | null): Promise<OutboxEntry[]> {
  if (!client) return [];
  return client.db.outbox
    .filter(({ state }) => state !== 'waiting')
    .toArray()
    .catch(() => []);
}
