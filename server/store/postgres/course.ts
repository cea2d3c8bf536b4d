import type { Kysely } from 'kysely';
import { times } from '#contract/times.ts';
import type { Schema } from '../core/schema.ts';
import { changeOf, lookAt, type Memory, type Sight } from './identity.ts';
import { prepare } from './prepare.ts';

/** How often (ms) one of the processes stores that the database was seen. */
const noteEvery = 30 * times.second;

/** Detects for one process whether the database continues its history. */
export class Course {
  readonly #db: Kysely<Schema>;
  readonly #url: string;
  #last: Pick<Sight, 'epoch' | 'way'> & Memory = { epoch: '', way: 0, timeline: null, seenAt: 0 };

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
  async look(stopping?: AbortSignal): Promise<string> {
    let sight = await lookAt(this.#db, this.#last.way);
    if (changeOf(sight, this.#last) !== 'none') {
      await prepare(this.#url, { memory: this.#last, stopping });
      sight = await lookAt(this.#db, this.#last.way);
    }
    this.#last = { ...sight, timeline: sight.identity.timeline };
    if (sight.now - sight.seenAt >= noteEvery) await this.#noteSeen(sight);
    return sight.epoch;
  }

  async #noteSeen({ seenAt, now }: Sight): Promise<void> {
    await this.#db
      .updateTable('meta')
      .set({ value: String(now) })
      .where('name', '=', 'seen_at')
      .where('value', '=', String(seenAt))
      .execute();
  }
}
