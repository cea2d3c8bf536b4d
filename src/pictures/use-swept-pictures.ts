import { useEffect, useRef } from 'react';
import { useLive, useSync, useSyncStatus } from '../sync/react/hooks.tsx';
import { namingPictures, sweepPictures } from '../sync/mirror/sweep-pictures.ts';

/** Lets go of kept pictures whose rows are gone: once the mirror is level at the start, and whenever rows that name pictures become fewer. */
export function useSweptPictures(): void {
  const { db } = useSync();
  const { upToDateAt, firstLoad } = useSyncStatus();
  const level = upToDateAt !== null && firstLoad === null;
  const count = useLive(async (db) => {
    const shown = await Promise.all(namingPictures.map(([resource]) => db.mirror(resource).count()));
    return shown.reduce((sum, each) => sum + each, 0);
  }, []);
  const swept = useRef<number | null>(null);
  useEffect(() => {
    // There is no cache in some private windows, and on plain http.
    if (!level || count === undefined || !('caches' in globalThis)) return;
    const before = swept.current;
    swept.current = count;
    if (before === null || count < before) void sweepPictures(db).catch(() => undefined);
  }, [db, level, count]);
}

/** The same as a part of the app; there is nothing to see. */
export function SweptPictures(): null {
  useSweptPictures();
  return null;
}
