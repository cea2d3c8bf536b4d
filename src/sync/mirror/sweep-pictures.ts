import { thumbnailOf } from '../../../contract/pictures.ts';
import { resources } from '../../../contract/resources.ts';
import type { AnyResource, BaseRow } from '../../../contract/resource.ts';
import type { EventDatabase } from '../../db/database.ts';
import { pictureCaches } from '../device/picture-caches.ts';

/** Fields of rows that name pictures: those whose bytes come with the resource, and a member's, which comes with their profile. */
export const namingPictures: readonly (readonly [resource: string, field: string])[] = [
  ...resources.flatMap(({ name, pictures, keepsPicture }: AnyResource) => {
    const field = pictures?.field ?? keepsPicture;
    return field === undefined ? [] : [[name, field] as const];
  }),
  ['participants', 'image'],
];

/** Lets go of kept pictures that no row of the mirror names any more: whoever deleted theirs may count on it. */
export async function sweepPictures(db: EventDatabase): Promise<void> {
  const links = new Set<string>();
  for (const [resource, field] of namingPictures) {
    await db.mirror(resource).each((row: BaseRow) => {
      const link = (row as unknown as Record<string, unknown>)[field];
      if (typeof link === 'string') links.add(link).add(thumbnailOf(link));
    });
  }
  for (const name of Object.values(pictureCaches)) {
    if (!(await caches.has(name))) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) if (!links.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}
