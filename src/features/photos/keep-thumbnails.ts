import { isPictureLink, thumbnailOf } from '../../../contract/pictures.ts';
import { pictureCaches } from '../../sync/picture-caches.ts';

/** How many thumbnails are there without network. */
export const keptThumbnails = 100;

/** At once; pictures that somebody looks at must not wait for those that nobody does. */
const atOnce = 3;

/**
 * Fetches those of these photos' thumbnails that are not kept yet, and lets go of those whose photo is not among them. Stops at the first that
 * cannot be fetched, since the others cannot either; the next sync goes on.
 */
export async function keepThumbnails(links: readonly string[], signal: AbortSignal): Promise<void> {
  const wanted = links.filter(isPictureLink).map(thumbnailOf);
  const cache = await caches.open(pictureCaches.thumbnails);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  // Those of other kinds are not ours to let go.
  for (const path of kept) if (path.startsWith('/images/photos/') && !wanted.includes(path)) await cache.delete(path);
  const missing = wanted.filter((path) => !kept.has(path));
  const fetchNext = async (): Promise<void> => {
    for (let path = missing.shift(); path !== undefined && !signal.aborted; path = missing.shift()) {
      const response = await fetch(path, { signal });
      if (response.ok && !signal.aborted) await cache.put(path, response);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, fetchNext));
}
