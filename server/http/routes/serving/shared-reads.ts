import type { Deps } from '../../../deps.ts';

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
    const known = this.find(name);
    if (known !== undefined) return known;
    const state = this.#state;
    const value = await read();
    if (this.#store.state() === state && this.#state === state) this.#keep(name, value);
    return value;
  }

  /** What is kept under this name. */
  find(name: string): T | undefined {
    const state = this.#store.state();
    if (state !== this.#state) {
      this.#state = state;
      this.#kept.clear();
    }
    return this.#kept.get(name);
  }

  #keep(name: string, value: T): void {
    this.#kept.set(name, value);
    if (this.#kept.size > this.#most) this.#kept.delete(this.#kept.keys().next().value as string);
  }
}
