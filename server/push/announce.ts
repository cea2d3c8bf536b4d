import type { Announcement } from '../../contract/resources/announcements.ts';
import type { Entails } from '../services/entails.ts';
import { insertJobs } from '../store/push-jobs.ts';
import { announcementPayload, languages, subjectOf } from './payload.ts';

/** An announcement that goes out for the first time is pushed to the members of its event, but not to whoever sends it. */
export function announcing({ origin, wake }: { origin: string; wake: () => void }): Entails {
  return async (trx, changes, now) => {
    const firstTime = changes.filter(({ resource, rowBefore, rowAfter }) => {
      const [before, after] = [rowBefore, rowAfter] as [Announcement | null, Announcement | null];
      return resource === 'announcements' && after?.notificationSent === true && before?.notificationSent !== true;
    });
    for (const { rowAfter, keyUser } of firstTime) {
      const announcement = rowAfter as Announcement;
      for (const language of languages) {
        const payload = announcementPayload(announcement, language, origin);
        const about = { eventId: announcement.eventId, subject: subjectOf(announcement), setting: 'general' as const };
        await insertJobs(trx, { ...about, language, payload, exceptUserId: keyUser ?? null }, now);
      }
    }
    return firstTime.length > 0 ? wake : null;
  };
}
