import { useEffect, useRef } from 'react';
import type { EventDatabase } from '../db/database.ts';
import { useLive, useSync, useSyncStatus } from '../sync/react/hooks.tsx';
import { namingPictures, sweepPictures } from '../sync/mirror/sweep-pictures.ts';

/** Deletes kept pictures whose rows were removed: once the mirror is level at the start, and whenever rows that name pictures become fewer. */
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
    // There is no cache in some private windows, and on plain http.
    if (!level || count === undefined || !('caches' in globalThis)) return;
    const before = swept.current;
    swept.current = count;
    if (before === null || count < before) sweep.current?.();
  }, [db, level, count]);
}

/** Runs one sweep at a time: removals during a sweep share the next one. */
function sweeper(db: EventDatabase): () => void {
  let wanted = false;
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    while (wanted) {
      wanted = false;
      await sweepPictures(db).catch(() => undefined);
    }
    running = false;
  };
  return () => {
    wanted = true;
    if (!running) void run();
  };
}

/** The same as a part of the app; there is nothing to see. */
export function SweptPictures(): null {
  useSweptPictures();
  return null;
}
