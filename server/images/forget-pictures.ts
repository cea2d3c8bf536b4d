import type { BeforeCommit } from '../services/writing/before-commit.ts';
import { lostLinks } from '../services/people/lost-links.ts';
import type { Pictures } from './pictures.ts';

/** A picture goes with the row that named it, or with its place in it: after the commit, since before it the row is still there. */
export const forgettingPictures =
  (pictures: Pick<Pictures, 'remove'>, log: { error(details: object, message: string): void }): BeforeCommit =>
  (_trx, changes) => {
    const links = changes.flatMap(lostLinks);
    const remove = (): void => {
      // One that stays behind is swept later.
      for (const link of links) pictures.remove(link).catch((error: unknown) => log.error({ err: error }, 'a picture was not removed'));
    };
    return Promise.resolve(links.length > 0 ? remove : null);
  };
