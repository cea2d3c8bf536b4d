import { limits } from '../../../contract/limits.ts';

/** A month as its address has it: `2026-11`. */
export type Month = string;

export const monthOf = (day: Date): Month => `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}`;

/** A day as a key that sorts, `2026-11-24`, of a date in the device's own zone, as the grid has it. */
export const keyOf = (day: Date): string => `${monthOf(day)}-${String(day.getDate()).padStart(2, '0')}`;

/** Noon of a day in the device's zone: no zone changes its clocks then. */
export function dayAt(key: string): Date {
  const [year = 0, month = 1, day = 1] = key.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
}

/** The months that devices have, from the first to the last; `now` in ms since the epoch. */
export function monthsAround(now: number): { readonly first: Month; readonly last: Month } {
  const { calendarMonthsBack: back, calendarMonthsAhead: ahead } = limits;
  const present = monthOf(new Date(now));
  return { first: monthAfter(present, -back), last: monthAfter(present, ahead) };
}

export function monthAfter(month: Month, count: number): Month {
  const first = dayAt(`${month}-01`);
  first.setMonth(first.getMonth() + count);
  return monthOf(first);
}

/** The month that an address names, within those that devices have; the present one where it names none. */
export function monthShown(named: string | undefined, now: number): Month {
  const { first, last } = monthsAround(now);
  const present = monthOf(new Date(now));
  if (named === undefined || !/-(?:0[1-9]|1[0-2])$/.test(named)) return present;
  if (named < first) return first;
  return named > last ? last : named;
}
