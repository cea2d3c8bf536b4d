import type { ResourceName } from '#contract/resources.ts';
import type { EventDatabase } from '#db/database.ts';
import type { CommandOn } from '#feature-kit/command-presenter.ts';
import { needingAttention } from '#sync/outbox/counts.ts';
import { useLive } from '#sync/react/hooks.tsx';

const none: readonly never[] = [];

/** Returns the commands on these resources that need the person, in local order; without an event those of all events. */
export async function readRefused<Name extends ResourceName>(
  db: EventDatabase,
  resources: readonly Name[],
  eventId?: number,
): Promise<CommandOn<Name>[]> {
  const names = new Set<string>(resources);
  const entries = await needingAttention(db)
    .filter((entry) => names.has(entry.resource) && (eventId === undefined || entry.eventId === eventId))
    .sortBy('seq');
  return entries as CommandOn<Name>[];
}

/** The live version of `readRefused`; empty until read. */
export function useRefused<Name extends ResourceName>(resources: readonly Name[], eventId?: number): readonly CommandOn<Name>[] {
  return useLive((db) => readRefused(db, resources, eventId), [resources.join(), eventId]) ?? none;
}
