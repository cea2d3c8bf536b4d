import { Temporal } from 'temporal-polyfill';
import type { EventRow } from '../../contract/resources/events.ts';
import type { Normalise } from './descriptor.ts';

const isWallClock = (value: unknown): value is string => typeof value === 'string' && !/(Z|[+-]\d\d:?\d\d)$/.test(value);

/** What clients of this app send is an instant; a wall-clock time of the event that the clocks skip or repeat counts as RFC 5545 has it. */
export const inEventTime: Normalise = ({ args, eventId }, find) => {
  const { startDate, endDate } = args as { startDate?: string; endDate?: string };
  if (eventId === undefined || ![startDate, endDate].some(isWallClock)) return args;
  const { timeZone } = find({ resource: 'events', id: eventId }) as EventRow;
  const instantOf = (value: string) => Temporal.PlainDateTime.from(value).toZonedDateTime(timeZone).toInstant().toString();
  const normalised = Object.entries({ startDate, endDate }).filter(([, value]) => isWallClock(value));
  return { ...(args as object), ...Object.fromEntries(normalised.map(([field, value]) => [field, instantOf(value as string)])) };
};
