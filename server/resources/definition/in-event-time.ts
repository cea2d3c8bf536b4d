import { Temporal } from 'temporal-polyfill';
import type { EventRow } from '#contract/resources/events.ts';
import type { Normalise } from './descriptor.ts';

const isWallClock = (value: unknown): value is string => typeof value === 'string' && !/(Z|[+-]\d\d:?\d\d)$/.test(value);

/**
 * Converts wall-clock times of the event to instants; a time that the clocks skip or repeat is resolved as in RFC 5545. A zone in the same
 * call takes effect at once. The app itself sends instants.
 */
export const inEventTime: Normalise = ({ args, eventId }, find) => {
  const { startDate, endDate, timeZone: next } = args as { startDate?: string; endDate?: string; timeZone?: string };
  if (eventId === undefined || ![startDate, endDate].some(isWallClock)) return args;
  const timeZone = next ?? (find({ resource: 'events', id: eventId }) as EventRow).timeZone;
  const instantOf = (value: string) => Temporal.PlainDateTime.from(value).toZonedDateTime(timeZone).toInstant().toString();
  const normalised = Object.entries({ startDate, endDate }).filter(([, value]) => isWallClock(value));
  return { ...(args as object), ...Object.fromEntries(normalised.map(([field, value]) => [field, instantOf(value as string)])) };
};
