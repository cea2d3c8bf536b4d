import { useEffect, useRef, useState } from 'react';
import { isPictureLink, thumbnailOf } from '#contract/pictures.ts';
import { pictureCaches } from '#sync/device/picture-caches.ts';
import { useActiveEvent, useLive, useSyncStatus } from '#sync/react/hooks.tsx';
import { isFromServer, isPicture } from '#sync/wire/own-answer.ts';
import { newestPhotos } from '../read-photos.ts';

/** Stores the thumbnails of the newest photos after each sync, for use without network. */
export function useKeptThumbnails(eventId: number | undefined): void {
  const links = useLive(
    async (db) => (eventId === undefined ? [] : (await newestPhotos(db, eventId, 0, keptThumbnails)).map(({ url }) => url)),
    [eventId],
  );
  const { connection, firstLoad, upToDateAt } = useSyncStatus();
  const paths = links?.join(' ');
  const online = connection === 'online' && firstLoad === null;
  const [failed] = useState(() => new Set<string>());
  /** Set if the last try was incomplete. */
  const tryAgain = useRef<(() => void) | null>(null);
  useEffect(() => {
    // Some private windows and plain http have no cache.
    if (!paths || !online || !('caches' in globalThis)) return undefined;
    const stop = new AbortController();
    const keep = async (): Promise<void> => {
      tryAgain.current = null;
      const complete = await keepThumbnails(paths.split(' '), failed, stop.signal).catch(() => false);
      if (!complete && !stop.signal.aborted) tryAgain.current = () => void keep();
    };
    void keep();
    return () => {
      stop.abort();
      tryAgain.current = null;
    };
  }, [paths, online, failed]);
  useEffect(() => tryAgain.current?.(), [upToDateAt]);
}

const keptThumbnails = 100;

/** Parallel fetches; few, so that visible pictures do not wait. */
const atOnce = 3;

/** Timeout of a thumbnail (ms). */
const patience = 60_000;

/**
 * Fetches the missing thumbnails of these photos, and deletes those of other photos. Stops on errors of network or storage; returns whether
 * all existing ones are stored. `failed` collects the ones that failed, which come last in the next call.
 */
async function keepThumbnails(links: readonly string[], failed: Set<string>, signal: AbortSignal): Promise<boolean> {
  const paths = links.filter(isPictureLink).map(thumbnailOf);
  const cache = await caches.open(pictureCaches.thumbnails);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  // The cache also has pictures of other kinds.
  for (const path of kept) if (path.startsWith('/images/photos/') && !paths.includes(path)) await cache.delete(path);
  const missing = paths.filter((path) => !kept.has(path)).toSorted((a, b) => Number(failed.has(a)) - Number(failed.has(b)));
  const fetchNext = async (): Promise<void> => {
    for (let path = missing.shift(); path !== undefined && !signal.aborted; path = missing.shift()) {
      failed.add(path);
      const response = await fetch(path, { signal: firstOf(signal, AbortSignal.timeout(patience)) });
      if (signal.aborted) return;
      if (response.ok && isFromServer(response) && isPicture(response)) await cache.put(path, response);
      // A missing thumbnail is not requested again after each sync.
      else if (!isFromServer(response) || response.status !== 404) throw new Error(`a thumbnail was answered by ${response.status}`);
      failed.delete(path);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, fetchNext));
  return ends.every(({ status }) => status === 'fulfilled');
}

/** Replaces `AbortSignal.any`, which browsers of 2023 lack. */
function firstOf(...signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) signal.addEventListener('abort', () => first.abort(), { once: true });
  return first.signal;
}

export function KeptThumbnails(): null {
  useKeptThumbnails(useActiveEvent()?.id);
  return null;
}
