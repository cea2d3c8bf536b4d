import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { underWay } from '../mirror/wipe.ts';

/** What is sent now may arrive without an answer. `places` are those in the outbox, `at` is in milliseconds since the epoch. */
export interface UnderWay {
  readonly places: readonly number[];
  readonly at: number;
}

/** Whether no answer, and no end of a tab, says that the server may have had this command: a key stands for one call. */
export const isUntried = ({ triedAt, attempts, original }: OutboxEntry): boolean =>
  triedAt === undefined && attempts === 0 && original === undefined;

/** Whether it waits, and cannot have left this device. Belongs into the transaction that acts on it, over meta. */
export async function isStillHere(db: EventDatabase, entry: OutboxEntry): Promise<boolean> {
  if (entry.state !== 'waiting' || !isUntried(entry)) return false;
  const noted = await db.meta.bulkGet(Object.values(underWay));
  return !noted.some((record) => (record?.value as UnderWay | undefined)?.places.includes(entry.seq));
}
