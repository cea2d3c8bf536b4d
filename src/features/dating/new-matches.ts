import { useEffect, useState } from 'react';
import type { EventDatabase } from '#db/database.ts';
import { whileVisible } from '#lib/while-visible.ts';
import { useLive, useSync, useSyncStatus } from '#sync/react/hooks.tsx';
import { readNew, readSeen, seenName } from './read-dating.ts';

/** Stores ids as seen, and removes those of deleted matches. */
async function markSeen(db: EventDatabase, ids: readonly string[]): Promise<void> {
  await db.transaction('rw', [db.meta, db.mirror('datingMatches')], async () => {
    const there = new Set<unknown>(await db.mirror('datingMatches').toCollection().primaryKeys());
    const seen = [...((await readSeen(db)) ?? []), ...ids].filter((id) => there.has(id));
    await db.meta.put({ name: seenName, value: [...new Set(seen)] });
  });
}

/** Stores the ids of the matches that came with the first load of this device. */
export function MarkFirstMatchesSeen(): null {
  const { db } = useSync();
  const isLoaded = useSyncStatus().upToDateAt !== null;
  useEffect(() => {
    if (!isLoaded) return;
    // If this fails, the next start tries again.
    void noteBefore(db).catch(() => undefined);
  }, [db, isLoaded]);
  return null;
}

async function noteBefore(db: EventDatabase): Promise<void> {
  if (await readSeen(db)) return;
  await markSeen(db, (await db.mirror('datingMatches').toCollection().primaryKeys()) as string[]);
}

const none: ReadonlySet<string> = new Set();

/**
 * Returns the ids of matches that are shown for the first time. They count as seen from now on, and stay marked while the screen is
 * mounted.
 */
export function useNewMatches(eventId: number): ReadonlySet<string> {
  const { db } = useSync();
  const unseen = useLive((from) => readNew(from, eventId), [eventId]);
  const [fresh, setFresh] = useState(none);
  useEffect(() => {
    if (!unseen || unseen.length === 0) return;
    return whileVisible(() => {
      setFresh((before) => new Set([...before, ...unseen]));
      // If this fails, the matches are marked as new once more.
      void markSeen(db, unseen).catch(() => undefined);
    });
  }, [unseen, db]);
  return fresh;
}
