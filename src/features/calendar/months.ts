import { limits } from '#contract/limits.ts';

/** Format: `2026-11`. */
export type Month = string;

export const monthOf = (day: Date): Month => `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}`;

/** Returns a sortable key, `2026-11-24`, of a date in the zone of the device, which the grid uses. */
export const keyOf = (day: Date): string => `${monthOf(day)}-${String(day.getDate()).padStart(2, '0')}`;

/** Returns noon of a day in the zone of the device, because no zone changes its clock then. */
export function dayAt(key: string): Date {
  const [year = 0, month = 1, day = 1] = key.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
}

/** Returns the first and the last month that devices have; `now` in ms since the epoch. */
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

/** Returns the month of an address, limited to the range of devices; the current month if the address has none. */
export function monthShown(named: string | undefined, now: number): Month {
  const { first, last } = monthsAround(now);
  const present = monthOf(new Date(now));
  if (named === undefined || !/-(?:0[1-9]|1[0-2])$/.test(named)) return present;
  if (named < first) return first;
  return named > last ? last : named;
}
