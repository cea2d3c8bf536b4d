import { useEffect, useRef, useState } from 'react';
import { useLive, useSyncStatus } from '../../../sync/react/hooks.tsx';
import { keepThumbnails, keptThumbnails } from './keep-thumbnails.ts';
import { newestPhotos } from '../read-photos.ts';

/** After each sync the thumbnails of the newest photos are there without network too. */
export function useKeptThumbnails(eventId: number | undefined): void {
  const links = useLive(
    async (db) => (eventId === undefined ? [] : (await newestPhotos(db, eventId, 0, keptThumbnails)).map(({ url }) => url)),
    [eventId],
  );
  const { connection, firstLoad, upToDateAt } = useSyncStatus();
  const wanted = links?.join(' ');
  const online = connection === 'online' && firstLoad === null;
  const [failed] = useState(() => new Set<string>());
  /** There while the last try has ended with something missing. */
  const tryAgain = useRef<(() => void) | null>(null);
  useEffect(() => {
    // There is no cache in some private windows, and on plain http.
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
