import { useMemo } from 'react';
import { useScheduleNews } from '../../features/schedule/use-schedule-news.ts';

/** How much has not been seen yet behind a menu entry, by its path; entries with nothing new are left out. */
export type Badges = ReadonlyMap<string, number>;

export function useBadges(eventId: number | undefined): Badges {
  const count = useScheduleNews(eventId)?.length ?? 0;
  return useMemo(() => new Map(count > 0 ? [['/schedule', count]] : []), [count]);
}
