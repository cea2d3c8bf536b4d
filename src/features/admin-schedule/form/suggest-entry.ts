import type { EventRow } from '#contract/resources/events.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { toWallClock } from '#i18n/wall-clock.ts';
import type { ScheduleValues } from './schedule-form.ts';

type Suggested = Pick<ScheduleValues, 'start' | 'end' | 'locationName'>;

export type Neighbour = Pick<ScheduleEntry, 'id' | 'startDate' | 'endDate' | 'locationName'>;

interface Situation {
  readonly event: Pick<EventRow, 'startDate' | 'endDate' | 'timeZone'>;
  readonly rows: readonly Neighbour[];
  /** The chosen day (`YYYY-MM-DD`), if any. */
  readonly day: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const minute = 60_000;
const usualMinutes = 60;
const usualStart = '09:00';
/** An event that begins earlier has no time of day of its own. */
const earliestStart = '06:00';

/**
 * Returns times and place of the likely next entry: after the last one of the chosen day, else of the day of the newest entry, else of the
 * event's first day, or today if the event is running. Pure.
 */
export function suggestEntry({ event, rows, day: chosen, now }: Situation): Suggested {
  const { timeZone } = event;
  const wallClock = (instant: string): string => toWallClock(instant, timeZone);
  const dayOf = (instant: string): string => wallClock(instant).slice(0, 10);
  // Ids of entries increase with the time of their creation.
  const [newest] = rows.toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const isRunning = Date.parse(event.startDate) <= now && now <= Date.parse(event.endDate);
  const today = dayOf(new Date(now).toISOString());
  const likely = dayOf(newest?.startDate ?? event.startDate);
  // New entries of a running event are seldom in the past.
  const day = chosen ?? (isRunning && likely < today ? today : likely);
  // Nothing of the same day follows a night, or a frame around the whole event.
  const sessions = rows.filter((row) => dayOf(row.startDate) === day && dayOf(row.endDate) === day);
  const [last] = sessions.toSorted((one, other) => Date.parse(other.endDate) - Date.parse(one.endDate));
  const opening = wallClock(event.startDate);
  const firstStart = opening.startsWith(day) && opening.slice(11) >= earliestStart ? opening : `${day}T${usualStart}`;
  const start = last ? wallClock(last.endDate) : firstStart;
  return { start, end: later(start, usualMinutes), locationName: (last ?? newest)?.locationName ?? '' };
}

/** Returns the end that keeps the length of an entry when its start changes; `before` is its last valid start. Pure. */
export function movedEnd(end: string, before: string, start: string): string {
  const [from, to] = [minutesOf(before), minutesOf(start)];
  if (to === null) return end;
  return from === null || minutesOf(end) === null ? later(start, usualMinutes) : later(end, to - from);
}

/** Returns whether a text is a complete `datetime-local` value. */
export const isWallClock = (value: string): boolean => minutesOf(value) !== null;

/** Calculates on the clock's face, as if there were no zone. */
function minutesOf(value: string): number | null {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) ? Date.parse(`${value}Z`) : Number.NaN;
  return Number.isNaN(time) ? null : time / minute;
}

function later(value: string, minutes: number): string {
  const at = minutesOf(value);
  return at === null ? value : new Date((at + minutes) * minute).toISOString().slice(0, 16);
}
