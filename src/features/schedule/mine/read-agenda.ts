import { Dexie } from 'dexie';
import { reminderOf } from '#contract/rules/reminders.ts';
import { times } from '#contract/times.ts';
import type { EventDatabase } from '#db/database.ts';
import { entryPath } from '../entry-path.ts';

/** Something in the person's agenda: a starred entry of the schedule, a meetup that they joined, or their own entry. */
export interface AgendaItem {
  readonly kind: 'entry' | 'meetup' | 'own';
  readonly id: string;
  readonly eventId: number;
  readonly title: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly locationName: string;
  readonly locationUrl: string | null;
  readonly href: string;
  readonly isWaiting: boolean;
  /** Minutes before the start at which the person is reminded; null for no reminder. */
  readonly remindMinutes: number | null;
}

type Row = { readonly $gone?: 1; readonly $pending?: readonly string[] };

const isThere = <R extends Row>(row: R | undefined): row is R => row !== undefined && !row.$gone;
const isWaiting = ({ $pending = [] }: Row): boolean => $pending.length > 0;

/** Returns the person's agenda in an event, in no order. It reads only the rows that it names. */
export async function readAgenda(db: EventDatabase, eventId: number): Promise<AgendaItem[]> {
  const [marks, answers, own] = await Promise.all([
    db.mirror('marks').where('eventId').equals(eventId).toArray(),
    db.mirror('attendances').where('[eventId+userId]').equals([eventId, db.userId]).toArray(),
    db.mirror('ownEntries').where('[eventId+startDate]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]).toArray(),
  ]);
  const stars = new Map(marks.filter(({ starred }) => starred).map((mark) => [mark.entryId, mark]));
  const joined = new Map(answers.filter(({ isIn }) => isIn).map((answer) => [answer.meetupId, answer]));
  const [entries, meetups] = await Promise.all([
    db.mirror('schedule').bulkGet([...stars.keys()]),
    db.mirror('meetups').bulkGet([...joined.keys()]),
  ]);
  return [
    ...entries.filter(isThere).map((entry) => {
      const star = stars.get(entry.id);
      return { ...entry, kind: 'entry' as const, isWaiting: isWaiting(star ?? {}), remindMinutes: star?.remindMinutes ?? null };
    }),
    ...own.map((entry) => ({
      ...entry,
      kind: 'own' as const,
      locationName: entry.place,
      locationUrl: null,
      isWaiting: isWaiting(entry),
      remindMinutes: reminderOf(entry),
    })),
    ...meetups.filter(isThere).map((meetup) => ({
      ...meetup,
      kind: 'meetup' as const,
      endDate: new Date(Date.parse(meetup.startDate) + times.meetup).toISOString(),
      locationName: meetup.place ?? '',
      locationUrl: null,
      isWaiting: isWaiting(joined.get(meetup.id) ?? {}),
      remindMinutes: reminderOf(joined.get(meetup.id) ?? {}),
    })),
  ].map((item) => ({ ...item, href: item.kind === 'meetup' ? '/meetups' : entryPath(item.id, '/agenda') }));
}
