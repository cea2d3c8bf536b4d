import { IDBDatabase as FakeDatabase } from 'fake-indexeddb';

/*
 * fake-indexeddb needs real turns of the event loop. A step of the simulation ends when no transaction is open and several turns brought no
 * activity.
 */
const restfulTurns = 6;

const live = new Map<IDBTransaction, IDBDatabase>();
let onWrite: ((database: IDBDatabase) => void) | null = null;
let activity = 0;
/** Resolves when work outside the devices rests; null if there is none. */
let others: (() => Promise<void>) | null = null;

type Transactional = { transaction: (this: IDBDatabase, ...args: unknown[]) => IDBTransaction };

/** Counts open transactions of the simulated devices from now on; `undo` ends it. */
export function watchTransactions(): { undo: () => void } {
  const databasePrototype = FakeDatabase.prototype as unknown as Transactional;
  const original = databasePrototype.transaction;
  databasePrototype.transaction = function transaction(this: IDBDatabase, ...args: unknown[]) {
    const opened = original.apply(this, args);
    live.set(opened, this);
    activity += 1;
    const ended = (): void => void live.delete(opened);
    opened.addEventListener('complete', () => {
      ended();
      if (opened.mode !== 'readonly') onWrite?.(this);
    });
    opened.addEventListener('abort', ended);
    return opened;
  };
  return { undo: () => void (databasePrototype.transaction = original) };
}

/** Calls the listener after every committed write transaction, before the next can begin; `undo` ends it. */
export function watchWrites(listener: (database: unknown) => void): { undo: () => void } {
  onWrite = listener;
  return { undo: () => void (onWrite = null) };
}

/** Aborts the uncommitted transactions of a killed tab. */
export function abortTransactions(connection: unknown): void {
  for (const [transaction, database] of live) {
    if (database !== connection) continue;
    try {
      transaction.abort();
    } catch {
      // It had committed.
    }
    live.delete(transaction);
  }
}

/** Records activity that may continue on a device. */
export function noteActivity(): void {
  activity += 1;
}

export async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Sets further work that has to rest; null for none. */
export function waitAlsoFor(work: (() => Promise<void>) | null): void {
  others = work;
}

/** Resolves when the devices rest, and the work of `waitAlsoFor`. */
export async function whenIdle(): Promise<void> {
  let seen = -1;
  let rested = 0;
  while (rested < restfulTurns) {
    await turns(1);
    if (others) await others();
    if (live.size > 0 || activity !== seen) {
      rested = 0;
      seen = activity;
    } else {
      rested += 1;
    }
  }
}
