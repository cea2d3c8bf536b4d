import { Dexie } from 'dexie';
import type { EventDatabase } from '#db/database.ts';
import { type Observable, observed } from '#lib/observable.ts';
import { isDatabaseLost } from './storage.ts';

const count = observed(0);

export const reopenings: Observable<number> = count;

/** Reopenings in progress: all queries of a screen meet the same loss. */
const opening = new WeakMap<EventDatabase, Promise<void>>();

/**
 * Reopens a database whose connection the browser has lost without Dexie's knowledge (WebKit, Dexie #2008). Rejects if it does not open.
 */
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

/** Runs `work`, which may run twice, and again on a new connection if the old one was lost. */
export async function withReopening<T>(db: EventDatabase, work: () => Promise<T> | T, isOver: () => boolean): Promise<T> {
  const before = connectionOf(db);
  try {
    return await work();
  } catch (error) {
    if (isOver() || !isDatabaseLost(error)) throw error;
    // Another call may have opened a new connection already.
    if (before === null || connectionOf(db) === before) await Dexie.ignoreTransaction(() => reopenDatabase(db));
    return work();
  }
}

const connectionOf = (db: EventDatabase): IDBDatabase | null => (db.isOpen() ? db.backendDB() : null);
