import { BoundedMap } from './bounded-map.ts';
import type { Clock } from './clock.ts';

interface Options {
  readonly clock: Clock;
  /** How long (ms) a value is used. */
  readonly life: number;
  /** How many values are kept. */
  readonly most: number;
}

/**
 * Values that are read from the database and used for some time. While one reader renews a value, others get the old one. No reader waits
 * for another, who may wait for the snapshot of this one: on SQLite all share a connection.
 */
export class KeptValues<Key, Value> {
  readonly #clock: Clock;
  readonly #life: number;
  readonly #kept: BoundedMap<Key, { readonly at: number; readonly value: Value }>;

  constructor({ clock, life, most }: Options) {
    this.#clock = clock;
    this.#life = life;
    this.#kept = new BoundedMap(most);
  }

  /** Returns the value of a key, from `read` if it is missing or too old. A value that `mayKeep` refuses is not kept. */
  async get(key: Key, read: () => Promise<Value>, mayKeep: (value: Value) => boolean = () => true): Promise<Value> {
    const at = this.#clock.now();
    const kept = this.#kept.get(key);
    if (kept && at - kept.at < this.#life) return kept.value;
    if (kept) this.#kept.set(key, { ...kept, at });
    try {
      const value = await read();
      if (mayKeep(value)) this.#kept.set(key, { at, value });
      else this.#kept.delete(key);
      return value;
    } catch (error) {
      // The next reader tries again.
      if (kept) this.#kept.set(key, kept);
      throw error;
    }
  }
}
