import { type CallerRow, findCallers } from '#server/store/accounts/sessions.ts';
import type { Store } from '#server/store/store.ts';
import { BatchLoader } from '#server/lib/concurrency/batch-loader.ts';
import type { Clock } from '#server/lib/clock.ts';
import { BoundedMap } from '#server/lib/bounded-map.ts';

const remembered = 5_000;

/**
 * Caches the callers of sessions. An entry is dropped when any statement of this process changes its source, and all entries when another
 * process commits. If commits of others are not noticed at once (PostgreSQL), requests in one turn of the event loop share a lookup.
 */
export class KnownCallers {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #lookUp: BatchLoader<string, CallerRow>;
  readonly #ofPerson = new BoundedMap<number, Map<string, CallerRow>>(remembered);
  #changes = 0;
  #outsideVersion: number;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#lookUp = new BatchLoader((sessionIds) => findCallers(store.reading, sessionIds, clock.now()));
    this.#outsideVersion = store.outsideVersion();
    store.onCallerChange((userId) => {
      this.#changes += 1;
      this.#ofPerson.delete(userId);
    });
  }

  /** Returns null if the session has ended or belongs to another person. */
  async find(sessionId: string, userId: number): Promise<CallerRow | null> {
    const version = this.#store.outsideVersion();
    if (version !== this.#outsideVersion) {
      this.#outsideVersion = version;
      this.#changes += 1;
      this.#ofPerson.clear();
    }
    const known = this.#ofPerson.get(userId)?.get(sessionId);
    if (known) return known.expiresAt > this.#clock.now() ? known : null;
    const before = this.#changes;
    const found = await this.#lookUp.get(sessionId);
    if (found?.userId !== userId) return null;
    // A change during the lookup may be missing in the result, so it is not cached.
    if (this.#changes === before) this.#remember(sessionId, found);
    return found;
  }

  #remember(sessionId: string, caller: CallerRow): void {
    const sessions = this.#ofPerson.get(caller.userId) ?? new Map<string, CallerRow>();
    this.#ofPerson.set(caller.userId, sessions.set(sessionId, caller));
  }
}
