import { Dexie } from 'dexie';
import type { Announcement } from '#contract/resources/announcements.ts';
import { useLive } from '#sync/react/hooks.tsx';

/** Returns the active announcements of an event, newest first; undefined until they are read. Mirrors of admins also have inactive ones. */
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
