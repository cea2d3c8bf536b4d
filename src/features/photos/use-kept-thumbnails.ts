import { useEffect } from 'react';
import { useLive, useSyncStatus } from '../../sync/hooks.tsx';
import { keepThumbnails, keptThumbnails } from './keep-thumbnails.ts';
import { newestPhotos } from './read-photos.ts';

/** After each sync the thumbnails of the newest photos are there without network too. */
export function useKeptThumbnails(eventId: number | undefined): void {
  const links = useLive(
    async (db) => (eventId === undefined ? [] : (await newestPhotos(db, eventId, 0, keptThumbnails)).map(({ url }) => url)),
    [eventId],
  );
  const { connection, firstLoad } = useSyncStatus();
  const wanted = links?.join(' ');
  const online = connection === 'online' && firstLoad === null;
  useEffect(() => {
    // There is no cache in some private windows, and on plain http.
    if (!wanted || !online || !('caches' in globalThis)) return undefined;
    const stop = new AbortController();
    void keepThumbnails(wanted.split(' '), stop.signal).catch(() => undefined);
    return () => stop.abort();
  }, [wanted, online]);
}
