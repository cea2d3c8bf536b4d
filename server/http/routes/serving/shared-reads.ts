import type { Deps } from '../../deps.ts';
import { BoundedMap } from '../../../lib/bounded-map.ts';

interface Bounds<T> {
  readonly most: number;
  readonly mostBytes: number;
  readonly bytesOf: (value: T) => number;
}

/** What many who ask at one moment read alike: read once, and kept until anything in the database changes. */
export class SharedReads<T> {
  readonly #store: Pick<Deps['store'], 'reading' | 'state'>;
  readonly #bytesOf: (value: T) => number;
  /** Of this state, those that are being read, too: who asks in the state in which that began gets nothing older than their question. */
  readonly #kept: BoundedMap<string, Promise<T>>;
  #state = '';

  /** Keeps at most `most` values, of `mostBytes` together; the one that was read first makes room. */
  constructor(store: Pick<Deps['store'], 'reading' | 'state'>, { most, mostBytes, bytesOf }: Bounds<T>) {
    this.#store = store;
    this.#bytesOf = bytesOf;
    this.#kept = new BoundedMap(most, mostBytes);
  }

  /** What `read` gives, or gave under this name. */
  async get(name: string, read: () => Promise<T>): Promise<T> {
    const state = await this.#store.state(this.#store.reading);
    if (state !== this.#state) {
      this.#state = state;
      this.#kept.clear();
    }
    const known = this.#kept.get(name);
    if (known) return known;
    const value = read();
    this.#kept.set(name, value);
    value.then(
      (read) => this.#kept.weigh(name, value, this.#bytesOf(read)),
      () => this.#kept.get(name) === value && this.#kept.delete(name),
    );
    return value;
  }
}
