import type { Mark } from '#contract/resources/marks.ts';
import type { Stored } from '#db/records.ts';
import { useLive } from '#sync/react/hooks.tsx';

export type Marks = ReadonlyMap<string, Stored<Mark>>;

/** Returns the person's own marks in an event by the id of the entry; undefined until they are read. */
export function useMarks(eventId: number | undefined): Marks | undefined {
  return useLive(
    async (db) => {
      if (eventId === undefined) return undefined;
      const marks = await db.mirror('marks').where('eventId').equals(eventId).toArray();
      return new Map(marks.map((mark) => [mark.entryId, mark]));
    },
    [eventId],
  );
}
