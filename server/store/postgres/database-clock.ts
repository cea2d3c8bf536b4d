import type { Clock, Timers } from '#server/lib/clock.ts';

/** A correction up to this (ms) never moves the clock back: it pauses until time has caught up. */
const longestStandstill = 1_000;

/** The time of the database, derived from the ticks of this process and independent of its machine's clock. */
export class DatabaseClock implements Clock {
  readonly #ticks: Pick<Timers, 'now'>;
  /** The database's time minus the ticks (ms). */
  #offset: number | null = null;
  #last = -Infinity;

  constructor(ticks: Pick<Timers, 'now'>) {
    this.#ticks = ticks;
  }

  now(): number {
    if (this.#offset === null) throw new TypeError('the time of the database was not measured yet');
    const now = Math.floor(this.#ticks.now() + this.#offset);
    if (now > this.#last || this.#last - now > longestStandstill) this.#last = now;
    return this.#last;
  }

  /**
   * Calls `query` for the database's time, which was true at some moment of the round trip. Changes the offset only as far as necessary.
   */
  async measure(query: () => Promise<number>): Promise<void> {
    const sent = this.#ticks.now();
    const time = await query();
    const [least, most] = [time - this.#ticks.now(), time - sent];
    this.#offset = Math.min(most, Math.max(least, this.#offset ?? (least + most) / 2));
  }
}
