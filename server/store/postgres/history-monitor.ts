import type { Kysely } from 'kysely';
import { times } from '#contract/times.ts';
import type { Schema } from '../core/schema.ts';
import { changeOf, readDatabaseState, type Memory, type DatabaseState } from './identity.ts';
import { prepare } from './prepare.ts';

/** How often (ms) one of the processes stores that the database was seen. */
const storeSeenEvery = 30 * times.second;

/** Detects for one process whether the database continues its history. */
export class HistoryMonitor {
  readonly #db: Kysely<Schema>;
  readonly #url: string;
  #last: Pick<DatabaseState, 'epoch' | 'queryIndex'> & Memory = { epoch: '', queryIndex: 0, timeline: null, seenAt: 0 };

  constructor(db: Kysely<Schema>, url: string) {
    this.#db = db;
    this.#url = url;
  }

  get epoch(): string {
    return this.#last.epoch;
  }

  /**
   * Returns the epoch. The first process that sees an interrupted history begins a new one, unless `stopping` aborts. Throws the errors of
   * the database.
   */
  async check(stopping?: AbortSignal): Promise<string> {
    let state = await readDatabaseState(this.#db, this.#last.queryIndex);
    if (changeOf(state, this.#last) !== 'none') {
      await prepare(this.#url, { memory: this.#last, stopping });
      state = await readDatabaseState(this.#db, this.#last.queryIndex);
    }
    this.#last = { ...state, timeline: state.identity.timeline };
    if (state.now - state.seenAt >= storeSeenEvery) await this.#storeSeen(state);
    return state.epoch;
  }

  async #storeSeen({ seenAt, now }: DatabaseState): Promise<void> {
    await this.#db
      .updateTable('meta')
      .set({ value: String(now) })
      .where('name', '=', 'seen_at')
      .where('value', '=', String(seenAt))
      .execute();
  }
}
