import { resourceNamed } from '../../contract/resources.ts';
import type { BeforeCommit } from '../services/writing/before-commit.ts';
import { lostLinks } from '../services/people/lost-links.ts';
import { eventOf } from '../services/writing/policy.ts';
import { holdEvent } from '../store/rows/event-lock.ts';
import { namedPictures } from '../store/rows/pictures.ts';
import type { Pictures } from './pictures.ts';

/**
 * A picture goes with the last row that named it, or with its place in it: after the commit, since before it the row is still there. What is
 * reported stays for those who decide about it.
 */
export const forgettingPictures =
  (pictures: Pick<Pictures, 'remove'>, log: { error(details: object, message: string): void }): BeforeCommit =>
  async (trx, changes) => {
    const losing = changes.map((change) => ({ change, links: lostLinks(change) })).filter(({ links }) => links.length > 0);
    for (const { change } of losing) {
      const eventId = eventOf(resourceNamed(change.resource), change.rowBefore!);
      // A report of it at the same time, which takes this lock, keeps it.
      if (eventId !== undefined) holdEvent(trx, eventId);
    }
    const lost = [...new Set(losing.flatMap(({ links }) => links))];
    const named = await namedPictures(trx, lost, true);
    const links = lost.filter((link) => !named.has(link));
    const remove = (): void => {
      // One that stays behind is swept later.
      for (const link of links) pictures.remove(link).catch((error: unknown) => log.error({ err: error }, 'a picture was not removed'));
    };
    return links.length > 0 ? remove : null;
  };
