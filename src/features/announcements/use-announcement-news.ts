import { useEffect, useState } from 'react';
import type { Announcement } from '#contract/resources/announcements.ts';
import type { EventDatabase } from '#db/database.ts';
import type { UnseenChange } from '#db/records.ts';
import { whileVisible } from '#lib/while-visible.ts';
import { unseenChangesOf } from '#sync/mirror/unseen.ts';
import { useLive, useSync } from '#sync/react/hooks.tsx';

/** Returns the unseen changes of an event's announcements. */
export async function readAnnouncementNews(db: EventDatabase, eventId: number): Promise<UnseenChange[]> {
  const unseen = await unseenChangesOf(db, 'announcements');
  return unseen.filter(({ before, after }) => ((after ?? before) as Announcement | null)?.eventId === eventId);
}

/** Returns the number of new or changed announcements of an event that have not been shown. */
export async function countAnnouncementNews(db: EventDatabase, eventId: number): Promise<number> {
  const unseen = await readAnnouncementNews(db, eventId);
  return unseen.filter(({ after }) => isShown(after as Announcement | null)).length;
}

const isShown = (row: Announcement | null): boolean => row?.active ?? false;

const none: ReadonlySet<string> = new Set();
const idsOf = (news: readonly UnseenChange[]): string[] => news.map(({ rowId }) => String(rowId));

/**
 * Returns the ids of unseen announcements of an event. If `shows`, they count as seen from now on, and stay marked while the screen is
 * mounted.
 */
export function useNewAnnouncements(eventId: number, shows: boolean): ReadonlySet<string> {
  const client = useSync();
  const unseen = useLive((db) => readAnnouncementNews(db, eventId), [eventId]);
  const [fresh, setFresh] = useState(none);
  useEffect(() => {
    if (!shows || !unseen || unseen.length === 0) return;
    return whileVisible(() => {
      setFresh((before) => new Set([...before, ...idsOf(unseen)]));
      // If this fails, the announcements are marked as new once more.
      void client
        .engine()
        .then((engine) => engine.markSeen(unseen))
        .catch(() => undefined);
    });
  }, [shows, unseen, client]);
  return shows ? fresh : new Set(idsOf(unseen ?? []));
}
