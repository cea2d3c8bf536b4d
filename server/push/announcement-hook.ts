import type { Announcement } from '#contract/resources/announcements.ts';
import type { RowChange } from '../services/feed/change-log.ts';
import type { BeforeCommit } from '../services/commands/hooks.ts';
import { announcementsDescriptor } from '../resources/announcements.ts';
import { isModuleOff } from '../store/repositories/module-rows.ts';
import { announcementSubject, insertJobs, updateAnnouncementPushes } from '../store/push/push-jobs.ts';
import { announcementPayload, inEachLanguage } from './payload.ts';

/** If this module is off, announcements are shown nowhere. */
const moduleId = announcementsDescriptor.module?.id ?? 0;

const statesOf = ({ rowBefore, rowAfter }: RowChange) => ({
  before: rowBefore as Announcement | null,
  after: rowAfter as Announcement | null,
});

/**
 * Pushes an announcement, when it is first published, to users for whom its event is active, except the sender. Pending pushes follow later
 * edits and wait while it is withdrawn.
 */
export function announcementHook({ origin, wake }: { origin: string; wake: () => void }): BeforeCommit {
  return async (trx, changes, now) => {
    const out = changes.filter((change) => change.resource === 'announcements' && statesOf(change).after?.notificationSent === true);
    for (const change of out) {
      const { before, after } = statesOf(change);
      const announcement = after as Announcement;
      const payload = inEachLanguage((language) => announcementPayload(announcement, language, origin));
      if (before?.notificationSent === true) {
        await updateAnnouncementPushes(trx, announcement.id, payload);
      } else if (!(await isModuleOff(trx, announcement.eventId, moduleId))) {
        const subject = announcementSubject(announcement.id);
        const except = change.keyUser ?? null;
        await insertJobs(trx, { eventId: announcement.eventId, setting: 'general', except, subject, payload }, now);
      }
    }
    return out.length > 0 ? wake : null;
  };
}
