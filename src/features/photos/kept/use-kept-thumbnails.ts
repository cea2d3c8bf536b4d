import { useEffect, useRef, useState } from 'react';
import { useLive, useSyncStatus } from '#sync/react/hooks.tsx';
import { keepThumbnails, keptThumbnails } from './keep-thumbnails.ts';
import { newestPhotos } from '../read-photos.ts';

/** Stores the thumbnails of the newest photos after each sync, for use without network. */
export function useKeptThumbnails(eventId: number | undefined): void {
  const links = useLive(
    async (db) => (eventId === undefined ? [] : (await newestPhotos(db, eventId, 0, keptThumbnails)).map(({ url }) => url)),
    [eventId],
  );
  const { connection, firstLoad, upToDateAt } = useSyncStatus();
  const wanted = links?.join(' ');
  const online = connection === 'online' && firstLoad === null;
  const [failed] = useState(() => new Set<string>());
  /** Set if the last try was incomplete. */
  const tryAgain = useRef<(() => void) | null>(null);
  useEffect(() => {
    // Some private windows and plain http have no cache.
    if (!wanted || !online || !('caches' in globalThis)) return undefined;
    const stop = new AbortController();
    const keep = async (): Promise<void> => {
      tryAgain.current = null;
      const complete = await keepThumbnails(wanted.split(' '), failed, stop.signal).catch(() => false);
      if (!complete && !stop.signal.aborted) tryAgain.current = () => void keep();
    };
    void keep();
    return () => {
      stop.abort();
      tryAgain.current = null;
    };
  }, [wanted, online, failed]);
  useEffect(() => tryAgain.current?.(), [upToDateAt]);
}
