import { Dexie } from 'dexie';
import { type ScheduleEntry, schedule } from '#contract/resources/schedule.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { readRefused } from '#commands/use-refused.ts';
import { viewOf } from '#sync/mirror/rebase.ts';
import { groupBy } from '#lib/group-by.ts';
import { useLive } from '#sync/react/hooks.tsx';

export const draftIdOf = (eventId: number, target: string): string => `schedule:${eventId}:${target}`;

/** Names the form of a new entry; other forms are named by the id of their entry. */
export const newEntry = 'new';

export interface AdminSchedule {
  /** The event of this schedule: it is returned until the schedule of another event is read. */
  readonly eventId: number;
  /** Sorted by start; `waiting` is true for an entry with a pending command. */
  readonly rows: readonly { row: ScheduleEntry; waiting: boolean }[];
  /** Rejected and conflicting commands by the id of the entry. */
  readonly problems: ReadonlyMap<string, readonly OutboxEntry[]>;
  /** The form with unfinished text: `new`, or the id of its entry. */
  readonly drafted: string | undefined;
}

export function useAdminSchedule(eventId: number): AdminSchedule | undefined {
  return useLive(
    async (db) => {
      const [rows, problems, drafted] = await Promise.all([readRows(db, eventId), readProblems(db, eventId), readDraft(db, eventId)]);
      return { eventId, rows, problems, drafted };
    },
    [eventId],
  );
}

async function readRows(db: EventDatabase, eventId: number): Promise<AdminSchedule['rows']> {
  const range = [[eventId, Dexie.minKey] as unknown[], [eventId, Dexie.maxKey] as unknown[]] as const;
  const records = await db
    .mirror('schedule')
    .where('[eventId+startDate]')
    .between(...range)
    .toArray();
  return records.map((record) => ({ row: viewOf(schedule, record) as ScheduleEntry, waiting: (record.$pending?.length ?? 0) > 0 }));
}

async function readProblems(db: EventDatabase, eventId: number): Promise<AdminSchedule['problems']> {
  return groupBy(await readRefused(db, ['schedule'], eventId), ({ id }) => String(id));
}

async function readDraft(db: EventDatabase, eventId: number): Promise<string | undefined> {
  const prefix = draftIdOf(eventId, '');
  const [key] = await db.drafts.where('id').startsWith(prefix).limit(1).primaryKeys();
  return key?.slice(prefix.length);
}
