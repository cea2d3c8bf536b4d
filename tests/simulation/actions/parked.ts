import type { OutboxEntry } from '../../../src/db/records.ts';
import type { SyncClient } from '../../../src/sync/engine/client.ts';

/** Returns the parked commands; none if another tab has closed this one's database for good. */
export async function parkedIn(client: SyncClient | null): Promise<OutboxEntry[]> {
  if (!client) return [];
  return client.db.outbox
    .filter(({ state }) => state !== 'waiting')
    .toArray()
    .catch(() => []);
}
