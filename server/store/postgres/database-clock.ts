import type { Clock, Timers } from '../../lib/clock.ts';

/** A correction up to this (ms) never has the clock go back: it stands still until time has caught up. */
const longestStand = 1_000;

/** The database's time, by the ticks of this process: whatever its machine takes the time to be, now or after somebody has set it. */
export class DatabaseClock implements Clock {
  readonly #ticks: Pick<Timers, 'now'>;
  /** What the database's time is ahead of the ticks (ms). */
  #offset: number | null = null;
  #last = -Infinity;

  constructor(ticks: Pick<Timers, 'now'>) {
    this.#ticks = ticks;
  }

  now(): number {
    if (this.#offset === null) throw new TypeError('the database was not asked for its time');
    const now = Math.floor(this.#ticks.now() + this.#offset);
    if (now > this.#last || this.#last - now > longestStand) this.#last = now;
    return this.#last;
  }

  /** `ask` gives the database's time. It was that at some moment of the round trip: what is known contradicts none of that, or is corrected as little as it takes. */
  async measure(ask: () => Promise<number>): Promise<void> {
    const sent = this.#ticks.now();
    const time = await ask();
    const [least, most] = [time - this.#ticks.now(), time - sent];
    this.#offset = Math.min(most, Math.max(least, this.#offset ?? (least + most) / 2));
  }
}
