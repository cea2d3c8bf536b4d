import { useEffect, useRef } from 'react';
import type { EventDatabase } from '#db/database.ts';
import { useLive, useSync, useSyncStatus } from '#sync/react/hooks.tsx';
import { namingPictures, sweepPictures } from '#sync/mirror/sweep-pictures.ts';

/**
 * Deletes cached pictures whose rows were deleted: when the mirror is up to date at the start, and whenever the number of rows with
 * pictures decreases.
 */
export function useSweptPictures(): void {
  const { db } = useSync();
  const { upToDateAt, firstLoad } = useSyncStatus();
  const level = upToDateAt !== null && firstLoad === null;
  const count = useLive(async (db) => {
    const shown = await Promise.all(namingPictures.map(([resource]) => db.mirror(resource).count()));
    return shown.reduce((sum, each) => sum + each, 0);
  }, []);
  const swept = useRef<number | null>(null);
  const sweep = useRef<() => void>(undefined);
  useEffect(() => {
    sweep.current = sweeper(db);
  }, [db]);
  useEffect(() => {
    // Some private windows and plain http have no cache.
    if (!level || count === undefined || !('caches' in globalThis)) return;
    const before = swept.current;
    swept.current = count;
    if (before === null || count < before) sweep.current?.();
  }, [db, level, count]);
}

/** Runs one sweep at a time: removals during a sweep share the next one. */
function sweeper(db: EventDatabase): () => void {
  let isDue = false;
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    while (isDue) {
      isDue = false;
      await sweepPictures(db).catch(() => undefined);
    }
    running = false;
  };
  return () => {
    isDue = true;
    if (!running) void run();
  };
}

/** The hook as a component that renders nothing. */
export function SweptPictures(): null {
  useSweptPictures();
  return null;
}
