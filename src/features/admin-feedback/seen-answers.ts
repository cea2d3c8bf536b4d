import { useEffect, useState } from 'react';
import type { EventDatabase } from '#db/database.ts';
import { whileVisible } from '#lib/while-visible.ts';
import { useSync } from '#sync/react/hooks.tsx';
import type { Answer } from './read-answers.ts';

const nameFor = (eventId: number): string => `seen-feedback-${eventId}`;

/** Returns the time of the newest answer that was shown on this device; blank if none was. */
export async function readSeen(db: EventDatabase, eventId: number): Promise<string> {
  return ((await db.meta.get(nameFor(eventId)))?.value as string | undefined) ?? '';
}

async function markSeen(db: EventDatabase, eventId: number, newest: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    if (newest > (await readSeen(db, eventId))) await db.meta.put({ name: nameFor(eventId), value: newest });
  });
}

/**
 * Returns the time up to which answers were seen before this visit; undefined until it is read. The answers count as seen from now on.
 */
export function useSeenBefore(eventId: number, answers: readonly Answer[] | undefined): string | undefined {
  const { db } = useSync();
  const [before, setBefore] = useState<string>();
  const newest = answers?.[0]?.createdAt;
  useEffect(() => {
    let isOpen = true;
    void readSeen(db, eventId).then(
      (seen) => isOpen && setBefore(seen),
      () => undefined,
    );
    return () => {
      isOpen = false;
    };
  }, [db, eventId]);
  useEffect(() => {
    if (before === undefined || newest === undefined) return;
    // If this fails, the answers are marked as new once more.
    return whileVisible(() => void markSeen(db, eventId, newest).catch(() => undefined));
  }, [db, eventId, before, newest]);
  return before;
}
