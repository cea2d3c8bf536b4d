import { useMemo } from 'react';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { EventDatabase } from '#db/database.ts';
import type { UnseenChange } from '#db/records.ts';
import { unseenChangesOf } from '#sync/mirror/unseen.ts';
import { useLive } from '#sync/react/hooks.tsx';

interface EntryNews extends Pick<UnseenChange, 'id' | 'at' | 'version'> {
  readonly entryId: string;
}

/** An unseen change of the schedule by somebody else. */
export type ScheduleNews = EntryNews &
  (
    | { readonly kind: 'new'; readonly after: ScheduleEntry }
    | { readonly kind: 'moved'; readonly before: ScheduleEntry; readonly after: ScheduleEntry }
    | { readonly kind: 'cancelled'; readonly before: ScheduleEntry }
  );

/** Returns the unseen changes of an event by start; undefined until they are read. */
export function useScheduleNews(eventId: number | undefined): readonly ScheduleNews[] | undefined {
  const news = useLive(readNews, []);
  return useMemo(() => news && scheduleNews(news, eventId), [news, eventId]);
}

export async function countScheduleNews(db: EventDatabase, eventId: number): Promise<number> {
  return scheduleNews(await readNews(db), eventId).length;
}

const readNews = (db: EventDatabase): Promise<UnseenChange[]> => unseenChangesOf(db, 'schedule');

export function scheduleNews(news: readonly UnseenChange[], eventId: number | undefined): ScheduleNews[] {
  return news
    .flatMap((item): ScheduleNews[] => readableChange(item))
    .filter((item) => entryOf(item).eventId === eventId)
    .toSorted((a, b) => Date.parse(entryOf(a).startDate) - Date.parse(entryOf(b).startDate));
}

/** Returns the current entry, or the one before it was cancelled. */
export function entryOf(news: ScheduleNews): ScheduleEntry {
  return news.kind === 'cancelled' ? news.before : news.after;
}

function readableChange({ id, at, version, rowId, before, after }: UnseenChange): ScheduleNews[] {
  const [was, is] = [before, after] as [ScheduleEntry | null, ScheduleEntry | null];
  const named = { id, at, version, entryId: String(rowId) };
  if (was && is) return [{ ...named, kind: 'moved', before: was, after: is }];
  if (is) return [{ ...named, kind: 'new', after: is }];
  return was ? [{ ...named, kind: 'cancelled', before: was }] : [];
}
