import type { BaseRow } from '#contract/resource.ts';
import type { Attendance } from '#contract/resources/attendances.ts';
import type { EventRow } from '#contract/resources/events.ts';
import type { Mark } from '#contract/resources/marks.ts';
import type { Meetup } from '#contract/resources/meetups.ts';
import type { OwnEntry } from '#contract/resources/own-entries.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { RowChange } from '../services/feed/change-log.ts';
import type { BeforeCommit } from '../services/commands/hooks.ts';
import { marksDescriptor } from '../resources/schedule.ts';
import { comesTo, hasStarred } from '../store/push/due-reminders.ts';
import { deleteNewsPushesOf } from '../store/push/news-pushes.ts';
import { insertJobs, withdrawJobs } from '../store/push/push-jobs.ts';
import type { Messages } from '../store/push/push-subscriptions.ts';
import { isModuleOff } from '../store/repositories/module-rows.ts';
import { readRow } from '../store/repositories/rows.ts';
import type { ReadHandle, WriteHandle } from '../store/store.ts';
import { agendaMessage, type AgendaWords, inEachLanguage } from './payload.ts';

const moduleId = marksDescriptor.module?.id ?? 0;

/** Names the reminders of a row; the news of a new row have another key, because a move must not withdraw them. */
export const reminderKey = (id: string): string => `reminder:${id}`;

/** Resources whose changes may move the next reminder. */
const timed: readonly string[] = ['schedule', 'marks', 'meetups', 'attendances', 'ownEntries'];

/**
 * Notifies people at once of a change of their agenda by others: an entry that they starred, or a meetup that they joined, has another time
 * or place or was removed. Withdraws the reminders of an earlier start or choice; the next ones are created when they are due.
 */
export function agendaHook({ origin, wake }: { origin: string; wake: () => void }): BeforeCommit {
  return async (trx, changes, now) => {
    const relevant = changes.filter(({ resource }) => timed.includes(resource));
    if (relevant.length === 0) return null;
    const moved = relevant.filter(isMoved);
    await deleteNewsPushesOf(
      trx,
      moved.map(({ rowBefore }) => reminderKey(String(rowBefore!.id))),
    );
    for (const [userId, chosen] of Map.groupBy(relevant.flatMap(changedChoice), (choice) => choice.userId))
      await withdrawJobs(
        trx,
        userId,
        chosen.map(({ of }) => reminderKey(of)),
      );
    for (const change of moved) await notify(trx, change, origin, now);
    return wake;
  };
}

function isMoved({ resource, rowBefore, rowAfter }: RowChange): boolean {
  if (rowBefore === null) return false;
  if (resource === 'schedule') {
    const [before, after] = [rowBefore, rowAfter] as [ScheduleEntry, ScheduleEntry | null];
    return (['startDate', 'endDate', 'locationName'] as const).some((field) => before[field] !== after?.[field]);
  }
  if (resource !== 'meetups') return false;
  const [before, after] = [rowBefore, rowAfter] as [Meetup, Meetup | null];
  return before.startDate !== after?.startDate || (before.place ?? null) !== (after.place ?? null);
}

/** When, and if, a person is reminded of something. */
interface Choice {
  readonly of: string;
  readonly userId: number;
  readonly when: string;
}

function changedChoice({ resource, rowBefore, rowAfter }: RowChange): Choice[] {
  const [before, after] = [choiceIn(resource, rowBefore), choiceIn(resource, rowAfter)];
  return before && before.when !== after?.when ? [before] : [];
}

function choiceIn(resource: string, row: BaseRow | null): Choice | null {
  if (row === null) return null;
  if (resource === 'marks') {
    const { entryId, userId, starred, remindMinutes } = row as Mark;
    return { of: entryId, userId, when: `${starred} ${remindMinutes}` };
  }
  if (resource === 'attendances') {
    const { meetupId, userId, isIn, remindMinutes } = row as Attendance;
    return { of: meetupId, userId, when: `${isIn} ${remindMinutes}` };
  }
  if (resource !== 'ownEntries') return null;
  const { id, authorId, startDate, remindMinutes } = row as OwnEntry;
  return { of: id, userId: authorId, when: `${startDate} ${remindMinutes}` };
}

async function notify(trx: WriteHandle, { resource, rowBefore, rowAfter, keyUser }: RowChange, origin: string, now: number): Promise<void> {
  const { id, eventId, title, startDate, version, ...row } = (rowAfter ?? rowBefore) as ScheduleEntry | Meetup;
  if (await isModuleOff(trx, eventId, moduleId)) return;
  const place = ('locationName' in row ? row.locationName : row.place) ?? '';
  const topic = `agenda-${id}`;
  const words = { id, eventId, title, startDate, place, origin, tag: topic };
  const payload = await agendaPayload(trx, rowAfter === null ? 'cancelled' : 'moved', words);
  if (!payload) return;
  const subject = `${topic}-${rowAfter === null ? 'removed' : version}`;
  const of = resource === 'schedule' ? hasStarred(id) : comesTo(id);
  await insertJobs(trx, { eventId, setting: 'agenda', except: keyUser ?? null, subject, topic, payload, of }, now);
}

/** Returns the messages about something in the agenda, with its time in the zone of its event; null if the event was deleted. */
export async function agendaPayload(
  db: ReadHandle,
  kind: AgendaWords['kind'],
  words: Omit<AgendaWords, 'kind' | 'timeZone'> & { readonly eventId: number },
): Promise<Messages | null> {
  const event = (await readRow(db, 'events', words.eventId)) as EventRow | null;
  return event && inEachLanguage((language) => agendaMessage({ ...words, kind, timeZone: event.timeZone }, language));
}
