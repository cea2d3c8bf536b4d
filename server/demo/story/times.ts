import { Temporal } from 'temporal-polyfill';

const minute = 60_000;
const slot = 10 * minute;

/** The days of the camp; day 0 is the day before the first start. */
export interface CampCalendar {
  /** Returns the wall-clock time `HH:MM` on a day of the camp in milliseconds since the epoch. */
  at(day: number, time: string): number;
  /** Returns `count` times (ms) between two, oldest first, unevenly spread over waking hours. */
  whileAwake(from: number, to: number, count: number, random: () => number): number[];
}

/** `now` is in milliseconds since the epoch, `timeZone` an IANA name. */
export function campCalendar(now: number, timeZone: string): CampCalendar {
  const local = (moment: number) => Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone);
  const firstDay = local(now).toPlainDate().subtract({ days: 1 });

  return {
    at: (day, time) => firstDay.add({ days: day }).toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds,

    whileAwake(from, to, count, random) {
      const awake: number[] = [];
      for (let start = from; start + slot <= to; start += slot) if (local(start).hour >= 7) awake.push(start);
      return Array.from({ length: count }, (_, index) => {
        const position = ((index + random()) * awake.length) / count;
        return Math.floor((awake[Math.floor(position)] ?? from) + (position % 1) * slot);
      });
    },
  };
}

/** Formats an instant for storage: ISO 8601 in UTC with milliseconds. */
export const instantOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
