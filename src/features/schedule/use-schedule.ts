import { Dexie } from 'dexie';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { useLive } from '#sync/react/hooks.tsx';

/** Returns the schedule of an event by start; undefined until it is read. */
export function useSchedule(eventId: number | undefined): ScheduleEntry[] | undefined {
  return useLive<ScheduleEntry[] | undefined>(
    (db) =>
      eventId === undefined
        ? undefined
        : db.mirror('schedule').where('[eventId+startDate]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]).toArray(),
    [eventId],
  );
}
