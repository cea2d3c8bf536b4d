import { IDBDatabase as FakeDatabase } from 'fake-indexeddb';

/*
 * fake-indexeddb lives on real turns of the event loop. A step of the simulation ends when the devices have come to rest:
 * no transaction is open and some turns have passed with nothing new.
 */
const restfulTurns = 6;

const live = new Map<IDBTransaction, IDBDatabase>();
let onWrite: ((database: IDBDatabase) => void) | null = null;
let activity = 0;
/** Resolves when what works beside the devices rests; null where nothing does. */
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

/** Hears of every writing transaction that has committed, before anybody waits for the next; `undo` ends it. */
export function watchWrites(listener: (database: unknown) => void): { undo: () => void } {
  onWrite = listener;
  return { undo: () => void (onWrite = null) };
}

/** What a kill does to a tab's database: transactions that have not committed never happened. */
export function cutConnection(connection: unknown): void {
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

/** Tells that something happened on a device that may go on. */
export function noteActivity(): void {
  activity += 1;
}

export async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** From now on nothing rests before these others do; null for nobody. */
export function restWith(rest: (() => Promise<void>) | null): void {
  others = rest;
}

/** Resolves when the devices rest, and whoever `restWith` names. */
export async function quiet(): Promise<void> {
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
