import { useEffect } from 'react';
import type { EventDatabase } from '#db/database.ts';
import { may } from '#contract/roles.ts';
import { useActor, useSync } from '#sync/react/hooks.tsx';

type OpenedStep = 'modules' | 'invitation';

const nameOf = (eventId: number): string => `first-steps:${eventId}`;

/** Returns the first steps whose screen an organiser has opened on this device. */
export async function readOpenedSteps(db: EventDatabase, eventId: number): Promise<ReadonlySet<string>> {
  const record = await db.meta.get(nameOf(eventId));
  return new Set((record?.value as string[] | undefined) ?? []);
}

async function markOpened(db: EventDatabase, eventId: number, step: OpenedStep): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const opened = await readOpenedSteps(db, eventId);
    if (!opened.has(step)) await db.meta.put({ name: nameOf(eventId), value: [...opened, step] });
  });
}

/** Marks a first step whose screen is open; only for organisers. `eventId` is undefined until it is known. */
export function useOpenedStep(eventId: number | undefined, step: OpenedStep): void {
  const { db } = useSync();
  const actor = useActor();
  const organises = eventId !== undefined && may(actor, 'event-admin', { eventId });
  useEffect(() => {
    // The mark is a convenience: a device that cannot store it shows the step as open.
    if (organises) void markOpened(db, eventId, step).catch(() => undefined);
  }, [db, organises, eventId, step]);
}
