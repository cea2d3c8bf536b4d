import type { EventDatabase } from '#db/database.ts';
import { sendsFullSize } from '../mirror/readable.ts';
import { needingAttention } from './counts.ts';

export interface CommandCounts {
  readonly waiting: number;
  readonly following: number;
  readonly needsAttention: number;
}

/** Counts pending and rejected commands from an index, so the cost does not depend on their number unless pictures are pending. */
export async function countCommands(db: EventDatabase): Promise<CommandCounts> {
  return db.transaction('r', db.outbox, db.blobs, async () => {
    const waits = () => db.outbox.where('state').equals('waiting');
    const [waiting, needsAttention, pictures] = await Promise.all([waits().count(), needingAttention(db).count(), db.blobs.count()]);
    const following = waiting > 0 && pictures > 0 ? await waits().filter(sendsFullSize).count() : 0;
    return { waiting, following, needsAttention };
  });
}
