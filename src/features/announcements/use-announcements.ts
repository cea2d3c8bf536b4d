import { Dexie } from 'dexie';
import type { Announcement } from '../../../contract/resources/announcements.ts';
import { useLive } from '../../sync/react/hooks.tsx';

/** The active announcements of an event, newest first; `undefined` until they are read. Admins hold inactive ones too. */
export function useAnnouncements(eventId: number | undefined): Announcement[] | undefined {
  return useLive<Announcement[] | undefined>(
    (db) =>
      eventId === undefined
        ? undefined
        : db
            .mirror('announcements')
            .where('[eventId+order]')
            .between([eventId, Dexie.minKey], [eventId, Dexie.maxKey])
            .reverse()
            .filter(({ active }) => active)
            .toArray(),
    [eventId],
  );
}
