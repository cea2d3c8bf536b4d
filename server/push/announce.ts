import type { Announcement } from '../../contract/resources/announcements.ts';
import type { RowChange } from '../services/change-log.ts';
import type { Entails } from '../services/entails.ts';
import { announcementSubject, rewordAnnouncement } from '../store/announcement-pushes.ts';
import { insertJobs } from '../store/push-jobs.ts';
import { announcementPayload, languages } from './payload.ts';

const statesOf = ({ rowBefore, rowAfter }: RowChange) => ({
  before: rowBefore as Announcement | null,
  after: rowAfter as Announcement | null,
});

/**
 * An announcement that goes out for the first time is pushed to the members of its event, but not to whoever sends it. What still waits is
 * told as it reads by then, and not while it is withdrawn.
 */
export function announcing({ origin, wake }: { origin: string; wake: () => void }): Entails {
  return async (trx, changes, now) => {
    const out = changes.filter((change) => change.resource === 'announcements' && statesOf(change).after?.notificationSent === true);
    for (const change of out) {
      const { before, after } = statesOf(change);
      const announcement = after as Announcement;
      for (const language of languages) {
        const payload = announcementPayload(announcement, language, origin);
        if (before?.notificationSent === true) {
          await rewordAnnouncement(trx, { id: announcement.id, language, payload });
        } else {
          const about = { eventId: announcement.eventId, subject: announcementSubject(announcement.id), setting: 'general' as const };
          await insertJobs(trx, { ...about, language, payload, exceptUserId: change.keyUser ?? null }, now);
        }
      }
    }
    return out.length > 0 ? wake : null;
  };
}
