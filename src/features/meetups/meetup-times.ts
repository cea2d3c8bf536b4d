import { times } from '#contract/times.ts';

interface Timed {
  readonly startDate: string;
}

/** Returns the end in ms since the epoch. */
export const endOf = ({ startDate }: Timed): number => Date.parse(startDate) + times.meetup;

/** Returns whether a meetup with this start (ms since the epoch) is past. */
export const isOver = (start: number, now: number): boolean => start + times.meetup <= now;

/** Returns running and upcoming meetups, and past ones, each nearest first. `now` is in milliseconds since the epoch. */
export function comingAndPast<M extends Timed>(meetups: readonly M[], now: number): { coming: M[]; past: M[] } {
  const sorted = meetups.toSorted((a, b) => Date.parse(a.startDate) - Date.parse(b.startDate));
  const isPast = ({ startDate }: M): boolean => isOver(Date.parse(startDate), now);
  return { coming: sorted.filter((meetup) => !isPast(meetup)), past: sorted.filter(isPast).toReversed() };
}

/** Returns the running meetups, and the next one to start. */
export function runningAndNext<M extends Timed>(meetups: readonly M[], now: number): { running: M[]; next: M | undefined } {
  const { coming } = comingAndPast(meetups, now);
  const hasStarted = ({ startDate }: M): boolean => Date.parse(startDate) <= now;
  return { running: coming.filter(hasStarted), next: coming.find((meetup) => !hasStarted(meetup)) };
}
