import type { ResourceName } from '../../contract/resources.ts';
import type { EventDatabase } from '../db/database.ts';
import type { OutboxEntry } from '../db/records.ts';
import { inTrouble } from '../sync/outbox/counts.ts';
import { useLive } from '../sync/react/hooks.tsx';

const none: readonly OutboxEntry[] = [];

/** Commands on these resources that need the person, in the order of the taps; without an event those of all. */
export function readRefused(db: EventDatabase, resources: readonly ResourceName[], eventId?: number): Promise<OutboxEntry[]> {
  const asked = new Set<string>(resources);
  return inTrouble(db)
    .filter((entry) => asked.has(entry.resource) && (eventId === undefined || entry.eventId === eventId))
    .sortBy('seq');
}

/** The same, live; none until they are read. */
export function useRefused(resources: readonly ResourceName[], eventId?: number): readonly OutboxEntry[] {
  return useLive((db) => readRefused(db, resources, eventId), [resources.join(), eventId]) ?? none;
}
