import { readMarksId, type ReadMark } from '#contract/resources/read-marks.ts';
import { isThreadList, readLists, threadList } from '#contract/rules/read-lists.ts';
import { limits } from '#contract/limits.ts';
import type { EventDatabase } from '#db/database.ts';
import { seenNameOf } from './seen-order.ts';

/** Returns the marks of this device that the person's other devices do not have, the newest first. */
export async function unsharedMarks(db: EventDatabase, eventId: number): Promise<ReadMark[]> {
  const suffix = seenNameOf('', eventId);
  const records = await db.meta
    .where('name')
    .startsWithAnyOf([...Object.keys(readLists), threadList('')])
    .filter(({ name }) => name.endsWith(suffix))
    .toArray();
  const row = await db.mirror('readMarks').get(readMarksId(eventId, db.userId));
  const shared = new Map(row?.marks.map(({ list, order }) => [list, order]));
  // A thread needs no mark above that of the chat.
  const least = (list: string): number => (isThreadList(list) ? (shared.get('chat') ?? -1) : -1);
  return records
    .map(({ name, value }) => ({ list: name.slice(0, -suffix.length), order: value as number }))
    .filter(({ list, order }) => order > Math.max(shared.get(list) ?? -1, least(list)))
    .toSorted((one, other) => other.order - one.order)
    .slice(0, limits.readMarks);
}
