import type { Deps } from '../../../deps.ts';
import { setAtMost } from '../../../set-at-most.ts';

/** What many who ask at one moment read alike: read once, and kept until anything in the database changes. */
export class SharedReads<T> {
  readonly #store: Pick<Deps['store'], 'reading' | 'state'>;
  readonly #most: number;
  /** Those that are being read, too: who asks in the state in which that began gets nothing older than their question. */
  readonly #kept = new Map<string, Promise<T>>();
  #state = '';

  /** At most `most` are kept; the one that was read first goes first. */
  constructor(store: Pick<Deps['store'], 'reading' | 'state'>, most: number) {
    this.#store = store;
    this.#most = most;
  }

  /** What `read` gives, or gave under this name. */
  async get(name: string, read: () => Promise<T>): Promise<T> {
    const state = await this.#now();
    if (state !== this.#state) {
      this.#state = state;
      this.#kept.clear();
    }
    const known = this.#kept.get(name);
    if (known) return known;
    const value = read();
    setAtMost(this.#most, this.#kept, name, value);
    const forget = (): void => void (this.#kept.get(name) === value && this.#kept.delete(name));
    // What changed while it was read may be missing in it.
    value.then(async () => (await this.#now()) !== state && forget()).catch(forget);
    return value;
  }

  #now(): Promise<string> {
    return this.#store.state(this.#store.reading);
  }
}
