import type { EventDatabase } from '../../db/database.ts';
import { isSharper } from '../mirror/readable.ts';
import { inTrouble } from './counts.ts';

export interface CommandCounts {
  readonly waiting: number;
  readonly following: number;
  readonly needsAttention: number;
}

/** How many commands wait to be sent, and how many need the person; read from the index, however much there is, unless pictures wait. */
export async function countCommands(db: EventDatabase): Promise<CommandCounts> {
  return db.transaction('r', db.outbox, db.blobs, async () => {
    const waits = () => db.outbox.where('state').equals('waiting');
    const [waiting, needsAttention, pictures] = await Promise.all([waits().count(), inTrouble(db).count(), db.blobs.count()]);
    const following = waiting > 0 && pictures > 0 ? await waits().filter(isSharper).count() : 0;
    return { waiting, following, needsAttention };
  });
}
