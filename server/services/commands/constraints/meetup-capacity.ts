import { Refusal } from '#contract/errors.ts';
import type { Attendance } from '#contract/resources/attendances.ts';
import type { Meetup } from '#contract/resources/meetups.ts';
import { lockEvent } from '#server/store/repositories/events/event-lock.ts';
import { countAttendances } from '#server/store/repositories/row-counts.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import type { Constraint } from '../hooks.ts';

/** Refuses a person who wants to join a meetup that has no place left. */
export const meetupCapacity: Constraint = async (trx, calls) => {
  const named = calls.flatMap(({ action }) =>
    action instanceof Refusal || action.resource.name !== 'attendances' || !action.of ? [] : [String(action.of.id)],
  );
  if (named.length === 0) return () => null;
  const limited = [...(await loadRows(trx, 'meetups', [...new Set(named)])).values()] as Meetup[];
  const meetups = new Map(limited.filter(({ capacity }) => typeof capacity === 'number').map((meetup) => [meetup.id, meetup]));
  for (const { eventId } of meetups.values()) lockEvent(trx, eventId);
  const counts = await countAttendances(trx, [...meetups.keys()]);
  return (_call, changes) => {
    for (const { resource, rowBefore, rowAfter } of changes) {
      if (resource !== 'attendances') continue;
      const { meetupId } = (rowAfter ?? rowBefore) as Attendance;
      const added = Number(isIn(rowAfter)) - Number(isIn(rowBefore));
      const count = (counts.get(meetupId) ?? 0) + added;
      if (added > 0 && count > (meetups.get(meetupId)?.capacity ?? Infinity)) return new Refusal('meetup_full');
      counts.set(meetupId, count);
    }
    return null;
  };
};

const isIn = (row: unknown): boolean => (row as Attendance | null)?.isIn === true;
