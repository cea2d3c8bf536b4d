import { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { Device } from '../world/device.ts';
import type { World } from '../world/world.ts';

/** Returns a person's outbox on a device, signed in or not, in local order. */
export async function outboxOf(device: Device, userId: number): Promise<OutboxEntry[]> {
  const db = new EventDatabase(userId, { indexedDB: device.indexedDB, IDBKeyRange: device.keyRange });
  try {
    return await db.outbox.orderBy('seq').toArray();
  } finally {
    db.close();
  }
}

/** Returns the outboxes of all people on all devices, by `device/user`. */
export async function allOutboxes(world: World): Promise<Map<string, OutboxEntry[]>> {
  const found = new Map<string, OutboxEntry[]>();
  for (const device of world.devices) {
    for (const { userId } of world.people) found.set(`${device.name}/${userId}`, await outboxOf(device, userId));
  }
  return found;
}

/** Every command was tried without a new tap: only commands that need the person are left. */
export function stuckCommands(outboxes: ReadonlyMap<string, readonly OutboxEntry[]>): string[] {
  return [...outboxes].flatMap(([where, entries]) => {
    const parked = new Set(entries.filter(({ state }) => state !== 'waiting').map(({ entities }) => entities[0]));
    return entries
      .filter(({ state, entities }) => state === 'waiting' && !entities.some((entity) => parked.has(entity)))
      .map(({ id, mutation }) => `still pending on ${where}: ${mutation} ${String(id)}`);
  });
}
