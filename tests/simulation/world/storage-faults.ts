import { IDBObjectStore as FakeObjectStore } from 'fake-indexeddb';
import type { KeyValueStore } from '#sync/device/ports.ts';

/**
 * Failures of a full storage (W3C IndexedDB): of a request, or of a transaction at its commit. The key-value store shares the quota and
 * rejects in both cases.
 */
export type FaultKind = 'request' | 'transaction';

interface Internals {
  _execRequestAsync(options: { source: unknown; operation: () => never }): IDBRequest;
  _abort(errorName: string): void;
  _markFinished(): void;
  error: unknown;
}

const writes = ['add', 'put', 'delete', 'clear'] as const;
const noRoom = (): DOMException => new DOMException('no room', 'QuotaExceededError');

/** Counts the write requests or transactions of devices, and fails those whose number `fails` selects. */
export class StorageFaults {
  readonly #kind: FaultKind;
  readonly #originals = writes.map((name) => [name, FakeObjectStore.prototype[name]] as const);
  fails: (write: number) => boolean;
  readonly #seen = new WeakSet<IDBTransaction>();
  /** The kinds of all writes so far, and the number of failed ones. */
  readonly writes: string[] = [];
  failed = 0;

  constructor(kind: FaultKind, fails: (write: number) => boolean) {
    this.#kind = kind;
    this.fails = fails;
    for (const [name, original] of this.#originals) {
      const isDue = ({ name: store, transaction }: IDBObjectStore): boolean =>
        this.#isNew(transaction) && this.#isDue(kind === 'request' ? `${store} ${name}` : [...transaction.objectStoreNames].join());
      const fault = (store: IDBObjectStore, args: unknown[]): IDBRequest =>
        this.#fault(store, original as (...args: unknown[]) => IDBRequest, args);
      (FakeObjectStore.prototype as unknown as Record<string, unknown>)[name] = function write(this: IDBObjectStore, ...args: unknown[]) {
        return isDue(this) ? fault(this, args) : (original as (...args: unknown[]) => IDBRequest).apply(this, args);
      };
    }
  }

  undo(): void {
    for (const [name, original] of this.#originals) Object.assign(FakeObjectStore.prototype, { [name]: original });
  }

  /** Wraps a device's key-value store with the same faults. */
  over(store: KeyValueStore): KeyValueStore {
    const guarded = async (what: string, write: () => Promise<void>): Promise<void> => {
      if (this.#isDue(what)) throw noRoom();
      await write();
    };
    return {
      get: (key) => store.get(key),
      keys: (prefix) => store.keys(prefix),
      set: (key, value) => guarded('value set', () => store.set(key, value)),
      del: (...keys) => guarded('value del', () => store.del(...keys)),
    };
  }

  #isNew(transaction: IDBTransaction): boolean {
    if (this.#kind === 'request') return true;
    if (this.#seen.has(transaction)) return false;
    this.#seen.add(transaction);
    return true;
  }

  #isDue(what: string): boolean {
    if (!this.fails(this.writes.push(what))) return false;
    this.failed += 1;
    return true;
  }

  #fault(store: IDBObjectStore, write: (...args: unknown[]) => IDBRequest, args: unknown[]): IDBRequest {
    const transaction = store.transaction as unknown as Internals;
    if (this.#kind === 'request') {
      const operation = (): never => {
        throw noRoom();
      };
      return transaction._execRequestAsync({ source: store, operation });
    }
    const finish = transaction._markFinished.bind(transaction);
    transaction._markFinished = () => {
      transaction._markFinished = finish;
      if (transaction.error === null) transaction._abort('QuotaExceededError');
      finish();
    };
    return write.apply(store, args);
  }
}
