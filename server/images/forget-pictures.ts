import type { BaseRow } from '../../contract/resource.ts';
import { resourceNamed } from '../../contract/resources.ts';
import type { RowChange } from '../services/change-log.ts';
import type { Entails } from '../services/entails.ts';
import type { Pictures } from './pictures.ts';

/** A picture goes with the row that named it, or with its place in it: after the commit, since before it the row is still there. */
export const forgettingPictures =
  (pictures: Pick<Pictures, 'remove'>, log: { error(details: object, message: string): void }): Entails =>
  (_trx, changes) => {
    const links = changes.flatMap(lostLinks);
    const remove = (): void => {
      // One that stays behind is swept later.
      for (const link of links) pictures.remove(link).catch((error: unknown) => log.error({ err: error }, 'a picture was not removed'));
    };
    return Promise.resolve(links.length > 0 ? remove : null);
  };

function lostLinks({ resource, rowBefore, rowAfter }: RowChange): string[] {
  const { pictures } = resourceNamed(resource);
  if (!pictures) return [];
  const linkIn = (row: BaseRow | null) => (row as Record<string, unknown> | null)?.[pictures.field];
  const before = linkIn(rowBefore);
  return typeof before === 'string' && before !== linkIn(rowAfter) ? [before] : [];
}
