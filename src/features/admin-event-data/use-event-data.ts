import { type EventRow, events } from '../../../contract/resources/events.ts';
import { readRefused } from '../../commands/use-refused.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { viewOf } from '../../sync/mirror/fold.ts';
import { useLive } from '../../sync/react/hooks.tsx';

export interface EventData {
  readonly row: EventRow;
  /** A change of it has not reached the server yet. */
  readonly waiting: boolean;
  /** What was refused or stands against somebody else's change. */
  readonly problems: readonly OutboxEntry[];
}

/** Undefined until it is read, and where the event is not here any more. */
export function useEventData(eventId: number): EventData | undefined {
  return useLive(
    async (db) => {
      const [record, problems] = await Promise.all([db.mirror('events').get(eventId), readRefused(db, ['events'], eventId)]);
      const row = record && (viewOf(events, record) as EventRow | null);
      return row ? { row, waiting: (record.$pending?.length ?? 0) > 0, problems } : undefined;
    },
    [eventId],
  );
}
