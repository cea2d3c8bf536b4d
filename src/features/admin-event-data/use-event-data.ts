import { Dexie } from 'dexie';
import { type EventRow, events } from '#contract/resources/events.ts';
import { type ScheduleEntry, schedule } from '#contract/resources/schedule.ts';
import { readRefused } from '#commands/use-refused.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { viewOf } from '#sync/mirror/rebase.ts';
import { useLive } from '#sync/react/hooks.tsx';

export interface EventData {
  readonly row: EventRow;
  readonly entries: readonly ScheduleEntry[];
  readonly waiting: boolean;
  readonly problems: readonly OutboxEntry[];
}

/** Returns undefined until the event is read, or if it is not on the device. */
export function useEventData(eventId: number): EventData | undefined {
  return useLive(
    async (db) => {
      const [record, entries, problems] = await Promise.all([
        db.mirror('events').get(eventId),
        readEntries(db, eventId),
        readRefused(db, ['events'], eventId),
      ]);
      const row = record && (viewOf(events, record) as EventRow | null);
      return row ? { row, entries, waiting: (record.$pending?.length ?? 0) > 0, problems } : undefined;
    },
    [eventId],
  );
}

async function readEntries(db: EventDatabase, eventId: number): Promise<ScheduleEntry[]> {
  const range = [[eventId, Dexie.minKey] as unknown[], [eventId, Dexie.maxKey] as unknown[]] as const;
  const records = await db
    .mirror('schedule')
    .where('[eventId+startDate]')
    .between(...range)
    .toArray();
  return records.map((record) => viewOf(schedule, record) as ScheduleEntry);
}
