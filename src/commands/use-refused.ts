import type { ResourceName } from '#contract/resources.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { inTrouble } from '#sync/outbox/counts.ts';
import { useLive } from '#sync/react/hooks.tsx';

const none: readonly OutboxEntry[] = [];

/** Returns the commands on these resources that need the person, in local order; without an event those of all events. */
export function readRefused(db: EventDatabase, resources: readonly ResourceName[], eventId?: number): Promise<OutboxEntry[]> {
  const asked = new Set<string>(resources);
  return inTrouble(db)
    .filter((entry) => asked.has(entry.resource) && (eventId === undefined || entry.eventId === eventId))
    .sortBy('seq');
}

/** The live version of `readRefused`; empty until read. */
export function useRefused(resources: readonly ResourceName[], eventId?: number): readonly OutboxEntry[] {
  return useLive((db) => readRefused(db, resources, eventId), [resources.join(), eventId]) ?? none;
}
