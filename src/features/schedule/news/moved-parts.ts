import type { ScheduleEntry } from '#contract/resources/schedule.ts';

/** Returns which of time and place changed. */
export function movedParts(before: ScheduleEntry, after: ScheduleEntry): { time: boolean; place: boolean } {
  return {
    time: before.startDate !== after.startDate || before.endDate !== after.endDate,
    place: before.locationName !== after.locationName,
  };
}
