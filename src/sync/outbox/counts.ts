import type { EventDatabase } from '../../db/database.ts';

/** Commands that need the person. Each state by its name: all but those that wait would be looked for among those that wait, one by one. */
export const inTrouble = (db: EventDatabase) => db.outbox.where('state').anyOf('conflict', 'refused');

/** How many commands wait to be sent, and how many need the person; read from the index, however much there is. */
export async function countCommands(db: EventDatabase): Promise<{ waiting: number; needsAttention: number }> {
  return db.transaction('r', db.outbox, async () => {
    const [waiting, needsAttention] = await Promise.all([db.outbox.where('state').equals('waiting').count(), inTrouble(db).count()]);
    return { waiting, needsAttention };
  });
}
