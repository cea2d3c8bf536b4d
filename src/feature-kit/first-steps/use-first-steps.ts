import { Dexie } from 'dexie';
import type { EventDatabase } from '#db/database.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { type FirstStep, type FirstStepFacts, firstSteps } from './first-steps.ts';
import { readOpenedSteps } from './opened-steps.ts';

export interface FirstSteps {
  readonly facts: FirstStepFacts;
  readonly steps: readonly FirstStep[];
  readonly done: number;
}

/** Returns the first steps of an event as this device has it, undefined until they are read. */
export function useFirstSteps(eventId: number): FirstSteps | undefined {
  const facts = useLive((db) => readFacts(db, eventId), [eventId]);
  if (!facts) return undefined;
  const steps = firstSteps(facts);
  return { facts, steps, done: steps.filter(({ done }) => done).length };
}

async function readFacts(db: EventDatabase, eventId: number): Promise<FirstStepFacts> {
  const all = [[eventId, Dexie.minKey] as unknown[], [eventId, Dexie.maxKey] as unknown[]] as const;
  const [event, entries, announcements, modules, codes, members, opened] = await Promise.all([
    db.mirror('events').get(eventId),
    db
      .mirror('schedule')
      .where('[eventId+startDate]')
      .between(...all)
      .count(),
    db
      .mirror('announcements')
      .where('[eventId+order]')
      .between(...all)
      .toArray(),
    db
      .mirror('modules')
      .where('[eventId+moduleId]')
      .between(...all)
      .toArray(),
    db.mirror('codes').where('eventId').equals(eventId).toArray(),
    db
      .mirror('participants')
      .where('[eventId+userId]')
      .between(...all)
      .count(),
    readOpenedSteps(db, eventId),
  ]);
  const live = announcements.filter(({ active }) => active).length;
  const isChanged = modules.some(({ version, $pending = [] }) => version > 1 || $pending.length > 0);
  return {
    hasPicture: (event?.headerImage ?? null) !== null,
    entries,
    announcements: { live, drafts: announcements.length - live },
    modules: { on: modules.filter(({ isActive }) => isActive).length, changed: isChanged },
    codes: { count: codes.length, used: codes.filter(({ used }) => used).length },
    members,
    off: new Set(modules.filter(({ isActive }) => !isActive).map(({ name }) => name)),
    opened,
  };
}
