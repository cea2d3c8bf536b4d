import type { EventDatabase } from '../../db/database.ts';
import { isDatabaseLost } from './storage.ts';

/** Opens the database anew where the browser has lost the connection to it and Dexie does not know (WebKit, Dexie #2008). Rejects where it does not open. */
export async function reopenDatabase(db: EventDatabase): Promise<void> {
  db.close({ disableAutoOpen: false });
  await db.open();
}

/** Runs `work`, which must be harmless to run twice, and once more over a new connection where the old one was lost under it. */
export async function withReopening<T>(db: EventDatabase, work: () => Promise<T>, isOver: () => boolean): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isOver() || !isDatabaseLost(error)) throw error;
    await reopenDatabase(db);
    return work();
  }
}
