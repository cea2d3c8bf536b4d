import { isOver } from '../../../contract/rules/event-dates.ts';
import type { EventRow } from '../../../contract/resources/events.ts';
import { useLive } from '../../sync/react/hooks.tsx';

export interface Events {
  /** Those that are not over, the next one first. */
  readonly upcoming: readonly EventRow[];
  /** The last one first. */
  readonly past: readonly EventRow[];
}

/** All events that this person may know of; undefined until they are read. `now` is in milliseconds since the epoch. */
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
