import type { OutboxEntry } from '#db/records.ts';
import type { SyncClient } from '#sync/engine/client.ts';

/** Returns the parked commands; none if another tab has closed this one's database for good. */
export async function parkedCommands(client: SyncClient | null): Promise<OutboxEntry[]> {
  if (!client) return [];
  return client.db.outbox
    .filter(({ state }) => state !== 'waiting')
    .toArray()
    .catch(() => []);
}
