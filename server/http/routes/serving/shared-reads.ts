import type { Deps } from '../../../deps.ts';
import { setAtMost } from '../../../set-at-most.ts';

/** What many who ask at one moment read alike: read once, and kept until anything in the database changes. */
export class SharedReads<T> {
  readonly #store: Pick<Deps['store'], 'reading' | 'state'>;
  readonly #most: number;
  /** Of this state, those that are being read, too: who asks in the state in which that began gets nothing older than their question. */
  readonly #kept = new Map<string, Promise<T>>();
  #state = '';

  /** At most `most` are kept; the one that was read first goes first. */
  constructor(store: Pick<Deps['store'], 'reading' | 'state'>, most: number) {
    this.#store = store;
    this.#most = most;
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
    setAtMost(this.#most, this.#kept, name, value);
    value.catch(() => this.#kept.get(name) === value && this.#kept.delete(name));
    return value;
  }
}
