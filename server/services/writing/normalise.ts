import { Temporal } from 'temporal-polyfill';
import type { RowRef } from '../../../contract/resource.ts';
import type { EventRow } from '../../../contract/resources/events.ts';
import type { Post } from '../../../contract/resources/posts.ts';
import type { Action } from './call.ts';

type Find = (ref: RowRef) => unknown;

/** Arguments as the rule is to see them, where that depends on other rows: the event of the call, and those that the mutation names as `refs`. */
const normalisers: Record<string, (action: Action, find: Find) => unknown> = {
  /** A reply to a reply hangs on the first post of its thread. */
  'posts:create'({ args }, find) {
    const { replyToId } = args as { replyToId?: string | null };
    const answered = replyToId ? (find({ resource: 'posts', id: replyToId }) as Post | null) : null;
    return answered?.replyToId ? { ...(args as object), replyToId: answered.replyToId } : args;
  },
  'meetups:create': inEventTime,
  'schedule:create': inEventTime,
  'schedule:edit': inEventTime,
};

const isWallClock = (value: unknown): value is string => typeof value === 'string' && !/(Z|[+-]\d\d:?\d\d)$/.test(value);

/** What clients of this app send is an instant; a wall-clock time that the clocks skip or repeat counts as RFC 5545 has it. */
function inEventTime({ args, eventId }: Action, find: Find): unknown {
  const { startDate, endDate } = args as { startDate?: string; endDate?: string };
  if (eventId === undefined || ![startDate, endDate].some(isWallClock)) return args;
  const { timeZone } = find({ resource: 'events', id: eventId }) as EventRow;
  const instantOf = (value: string) => Temporal.PlainDateTime.from(value).toZonedDateTime(timeZone).toInstant().toString();
  const normalised = Object.entries({ startDate, endDate }).filter(([, value]) => isWallClock(value));
  return { ...(args as object), ...Object.fromEntries(normalised.map(([field, value]) => [field, instantOf(value as string)])) };
}

export function normalisedArgs(action: Action, find: Find): unknown {
  const { resource, mutation, args } = action;
  const name = Object.keys(resource.mutations).find((key) => resource.mutations[key] === mutation);
  const normalise = normalisers[`${resource.name}:${name}`];
  return normalise ? normalise(action, find) : args;
}
