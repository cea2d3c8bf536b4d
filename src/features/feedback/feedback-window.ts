import { times } from '#contract/times.ts';

const opensBefore = 3 * times.hour;
const closesAfter = 4 * times.day;

/**
 * Returns whether feedback is asked for: from three hours before the end of an event until four days after it. `now` is in milliseconds
 * since the epoch.
 */
export function isAsked({ endDate }: { readonly endDate: string }, now: number): boolean {
  const end = Date.parse(endDate);
  return isWithin({ from: end - opensBefore, to: end + closesAfter }, now);
}

/** Returns whether `now` is in the window, bounds included; false for invalid windows. All in milliseconds since the epoch. */
export function isWithin({ from, to }: { readonly from: number; readonly to: number }, now: number): boolean {
  return from <= to && from <= now && now <= to;
}
