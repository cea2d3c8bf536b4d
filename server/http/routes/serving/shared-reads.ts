import type { Deps } from '../../../deps.ts';
import { setAtMost } from '../../../set-at-most.ts';

/** What many who ask at one moment read alike: read once, and kept until anything in the database changes. */
export class SharedReads<T> {
  readonly #store: Pick<Deps['store'], 'reading' | 'state'>;
  readonly #most: number;
  readonly #kept = new Map<string, T>();
  #state = '';

  /** At most `most` are kept; the one that was read first goes first. */
  constructor(store: Pick<Deps['store'], 'reading' | 'state'>, most: number) {
    this.#store = store;
    this.#most = most;
  }

  /** What `read` gives, or gave under this name. */
  async get(name: string, read: () => Promise<T>): Promise<T> {
    const known = await this.#find(name);
    if (known !== undefined) return known;
    const state = this.#state;
    const value = await read();
    if ((await this.#now()) === state && this.#state === state) setAtMost(this.#most, this.#kept, name, value);
    return value;
  }

  async #find(name: string): Promise<T | undefined> {
    const state = await this.#now();
    if (state !== this.#state) {
      this.#state = state;
      this.#kept.clear();
    }
    return this.#kept.get(name);
  }

  #now(): Promise<string> {
    return this.#store.state(this.#store.reading);
  }
}
