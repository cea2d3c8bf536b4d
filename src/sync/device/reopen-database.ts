import { Dexie } from 'dexie';
import type { EventDatabase } from '../../db/database.ts';
import { type Observable, observed } from '../../lib/observable.ts';
import { isDatabaseLost } from './storage.ts';

const count = observed(0);

/** How often a database was opened anew. */
export const reopenings: Observable<number> = count;

/** Under way: a screen has many queries, and each of them meets the same loss. */
const opening = new WeakMap<EventDatabase, Promise<void>>();

/** Opens the database anew where the browser has lost the connection to it and Dexie does not know (WebKit, Dexie #2008). Rejects where it does not open. */
export function reopenDatabase(db: EventDatabase): Promise<void> {
  const known = opening.get(db);
  if (known) return known;
  const reopened = reopen(db).finally(() => opening.delete(db));
  opening.set(db, reopened);
  return reopened;
}

async function reopen(db: EventDatabase): Promise<void> {
  db.close({ disableAutoOpen: false });
  await db.open();
  count.set(count.get() + 1);
}

/** Runs `work`, which must be harmless to run twice, and once more over a new connection where the old one was lost under it. */
export async function withReopening<T>(db: EventDatabase, work: () => Promise<T> | T, isOver: () => boolean): Promise<T> {
  const before = connectionOf(db);
  try {
    return await work();
  } catch (error) {
    if (isOver() || !isDatabaseLost(error)) throw error;
    // Somebody else may have opened a new connection since.
    if (before === null || connectionOf(db) === before) await Dexie.ignoreTransaction(() => reopenDatabase(db));
    return work();
  }
}

const connectionOf = (db: EventDatabase): IDBDatabase | null => (db.isOpen() ? db.backendDB() : null);
