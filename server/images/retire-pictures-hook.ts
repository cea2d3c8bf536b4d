import { isPictureLink } from '#contract/pictures.ts';
import { resourceNamed } from '#contract/resources.ts';
import type { BeforeCommit } from '../services/commands/hooks.ts';
import { removedPictureLinks } from '../services/accounts/removed-picture-links.ts';
import { eventOf } from '../services/commands/policy.ts';
import { lockEvent } from '../store/repositories/events/event-lock.ts';
import { retirePictures } from '../store/images/retired-pictures.ts';
import { namedPictures } from '../store/repositories/pictures.ts';

/**
 * Retires a picture with the last row that contains its link, in the same transaction. Rows that keep a reported picture for moderators
 * count.
 */
export const retirePicturesHook: BeforeCommit = async (trx, changes, now) => {
  const losing = changes.map((change) => ({ change, links: removedPictureLinks(change) })).filter(({ links }) => links.length > 0);
  for (const { change } of losing) {
    const eventId = eventOf(resourceNamed(change.resource), change.rowBefore!);
    // A concurrent report takes this lock, too, and keeps the picture.
    if (eventId !== undefined) lockEvent(trx, eventId);
  }
  const lost = [...new Set(losing.flatMap(({ links }) => links))];
  const stillNamed = await namedPictures(trx, lost, true);
  await retirePictures(
    trx,
    lost.filter((link) => isPictureLink(link) && !stillNamed.has(link)),
    now,
  );
  return null;
};
