import { isOver } from '#contract/rules/event-dates.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { useLive, useMe } from '#sync/react/hooks.tsx';

export interface Events {
  /** Events that have not ended, next first. */
  readonly upcoming: readonly EventRow[];
  /** Latest first. */
  readonly past: readonly EventRow[];
}

/** Returns all visible events; undefined until they are read. `now` is in milliseconds since the epoch. */
export function useEvents(now: number): Events | undefined {
  const events = useLive(
    (db) =>
      db
        .mirror('events')
        .filter(({ $gone }) => !$gone)
        .toArray(),
    [],
  );
  return events && eventsAt(events, now);
}

export function eventsAt(events: readonly EventRow[], now: number): Events {
  const byTime = (field: 'startDate' | 'endDate') => (one: EventRow, other: EventRow) =>
    Date.parse(one[field]) - Date.parse(other[field]) || one.id - other.id;
  return {
    upcoming: events.filter((event) => !isOver(event, now)).toSorted(byTime('startDate')),
    past: events
      .filter((event) => isOver(event, now))
      .toSorted(byTime('endDate'))
      .toReversed(),
  };
}

/** `here`: the open event of a member; `member`: another event of theirs; `stranger`: not a member. */
export type MembershipStatus = 'here' | 'member' | 'stranger';

export function useMembershipStatus(eventId: number | undefined): MembershipStatus {
  const me = useMe();
  if (eventId !== undefined && me?.activeEventId === eventId) return 'here';
  return me?.memberships.some((membership) => membership.eventId === eventId) ? 'member' : 'stranger';
}
