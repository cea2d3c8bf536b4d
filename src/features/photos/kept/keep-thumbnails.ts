import { isPictureLink, thumbnailOf } from '../../../../contract/pictures.ts';
import { pictureCaches } from '../../../sync/device/picture-caches.ts';
import { isOwn, isPicture } from '../../../sync/wire/own-answer.ts';

/** How many thumbnails are there without network. */
export const keptThumbnails = 100;

/** At once; pictures that somebody looks at must not wait for those that nobody does. */
const atOnce = 3;

/** After this a thumbnail does not come any more (ms). */
const patience = 60_000;

/**
 * Fetches those of these photos' thumbnails that are not kept yet, and lets go of those whose photo is not among them. Stops where they cannot
 * be fetched or stored; answers whether all are kept now that the server has. Notes in `failed` what could not be had, which goes last the next time.
 */
export async function keepThumbnails(links: readonly string[], failed: Set<string>, signal: AbortSignal): Promise<boolean> {
  const wanted = links.filter(isPictureLink).map(thumbnailOf);
  const cache = await caches.open(pictureCaches.thumbnails);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  // Those of other kinds are not ours to let go.
  for (const path of kept) if (path.startsWith('/images/photos/') && !wanted.includes(path)) await cache.delete(path);
  const missing = wanted.filter((path) => !kept.has(path)).toSorted((a, b) => Number(failed.has(a)) - Number(failed.has(b)));
  const fetchNext = async (): Promise<void> => {
    for (let path = missing.shift(); path !== undefined && !signal.aborted; path = missing.shift()) {
      failed.add(path);
      const response = await fetch(path, { signal: firstOf(signal, AbortSignal.timeout(patience)) });
      if (signal.aborted) return;
      if (response.ok && isOwn(response) && isPicture(response)) await cache.put(path, response);
      // What the server does not have it will not have after the next sync either.
      else if (!isOwn(response) || response.status !== 404) throw new Error(`a thumbnail was answered by ${response.status}`);
      failed.delete(path);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, fetchNext));
  return ends.every(({ status }) => status === 'fulfilled');
}

/** As `AbortSignal.any`, which browsers of 2023 do not have. */
function firstOf(...signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) signal.addEventListener('abort', () => first.abort(), { once: true });
  return first.signal;
}
