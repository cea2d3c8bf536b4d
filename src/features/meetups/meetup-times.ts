import { times } from '../../../contract/times.ts';

interface Timed {
  readonly startDate: string;
}

/** A meetup has no end: for so long (ms) after its start it counts as running. */
const runsFor = 2 * times.hour;

/** In ms since the epoch. */
export const endOf = ({ startDate }: Timed): number => Date.parse(startDate) + runsFor;

/** Whether one with this start (ms since the epoch) no longer goes on. */
export const isOver = (start: number, now: number): boolean => start + runsFor <= now;

/** Those that go on or are to come, and those that are over, each the nearest first. `now` is in milliseconds since the epoch. */
export function comingAndPast<M extends Timed>(meetups: readonly M[], now: number): { coming: M[]; past: M[] } {
  const sorted = meetups.toSorted((a, b) => Date.parse(a.startDate) - Date.parse(b.startDate));
  const isPast = ({ startDate }: M): boolean => isOver(Date.parse(startDate), now);
  return { coming: sorted.filter((meetup) => !isPast(meetup)), past: sorted.filter(isPast).toReversed() };
}

/** Those that started within the last two hours, and the next one to start. */
export function runningAndNext<M extends Timed>(meetups: readonly M[], now: number): { running: M[]; next: M | undefined } {
  const { coming } = comingAndPast(meetups, now);
  const hasStarted = ({ startDate }: M): boolean => Date.parse(startDate) <= now;
  return { running: coming.filter(hasStarted), next: coming.find((meetup) => !hasStarted(meetup)) };
}
