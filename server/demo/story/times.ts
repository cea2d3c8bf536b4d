import { Temporal } from 'temporal-polyfill';

const minute = 60_000;
const slot = 10 * minute;

/** The camp's own days: day 0 is yesterday, seen from the first start. */
export interface CampCalendar {
  /** Wall-clock time `HH:MM` on a day of the camp, as milliseconds since the epoch. */
  at(day: number, time: string): number;
  /** `count` moments (ms) between two, oldest first, unevenly spread over the hours in which people are awake. */
  whileAwake(from: number, to: number, count: number, random: () => number): number[];
}

/** `now` in milliseconds since the epoch, `timeZone` an IANA name. */
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

/** The form in which instants are stored: ISO 8601 in UTC with milliseconds. */
export const instantOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
