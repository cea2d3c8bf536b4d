import { wholeOf } from '#contract/pictures.ts';
import { resources } from '#contract/resources.ts';
import type { AnyResource } from '#contract/resource.ts';
import type { EventDatabase } from '#db/database.ts';
import { pictureCaches } from '../device/picture-caches.ts';

/** Indexed fields of rows that name pictures, including the profile picture of a member. */
export const namingPictures: readonly (readonly [resource: string, field: string])[] = [
  ...resources.flatMap(({ name, pictures, keepsPicture }: AnyResource) => {
    const field = pictures?.field ?? keepsPicture;
    return field === undefined ? [] : [[name, field] as const];
  }),
  ['participants', 'image'],
];

/**
 * Deletes cached pictures that no row of the mirror names any more, as people who delete a picture expect. Looks up only the cached links.
 */
export async function sweepPictures(db: EventDatabase): Promise<void> {
  const kept = await keptPictures();
  const links = new Set(kept.map(({ link }) => link));
  if (links.size === 0) return;
  const named = new Set<unknown>();
  await Promise.all(
    namingPictures.map(async ([resource, field]) => {
      for (const link of await db
        .mirror(resource)
        .where(field)
        .anyOf([...links])
        .uniqueKeys())
        named.add(link);
    }),
  );
  await Promise.all(kept.filter(({ link }) => !named.has(link)).map(({ forget }) => forget()));
}

interface KeptPicture {
  readonly link: string;
  readonly forget: () => Promise<unknown>;
}

async function keptPictures(): Promise<KeptPicture[]> {
  return (await Promise.all(Object.values(pictureCaches).map(keptIn))).flat();
}

async function keptIn(name: string): Promise<KeptPicture[]> {
  if (!(await caches.has(name))) return [];
  const cache = await caches.open(name);
  return (await cache.keys()).map((request) => ({ link: wholeOf(new URL(request.url).pathname), forget: () => cache.delete(request) }));
}
