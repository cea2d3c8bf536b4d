import type { Deps } from '../../../deps.ts';
import { setAtMost } from '../../../set-at-most.ts';

/** What many who ask at one moment read alike: read once, and kept until anything in the database changes. */
export class SharedReads<T> {
  readonly #store: Pick<Deps['store'], 'state'>;
  readonly #most: number;
  readonly #kept = new Map<string, T>();
  #state = '';

  /** At most `most` are kept; the one that was read first goes first. */
  constructor(store: Pick<Deps['store'], 'state'>, most: number) {
    this.#store = store;
    this.#most = most;
  }

  /** What `read` gives, or gave under this name. */
  async get(name: string, read: () => Promise<T>): Promise<T> {
    const known = this.#find(name);
    if (known !== undefined) return known;
    const state = this.#state;
    const value = await read();
    if (this.#store.state() === state && this.#state === state) setAtMost(this.#most, this.#kept, name, value);
    return value;
  }

  #find(name: string): T | undefined {
    const state = this.#store.state();
    if (state !== this.#state) {
      this.#state = state;
      this.#kept.clear();
    }
    return this.#kept.get(name);
  }
}
