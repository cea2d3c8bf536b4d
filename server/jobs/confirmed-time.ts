import { times } from '#contract/times.ts';
import type { Clock } from '../lib/clock.ts';
import { readLease } from '../store/jobs/leases.ts';
import { readMeta, type Store, writeMeta } from '../store/store.ts';

/** A clock this far (ms) ahead of the last confirmed time is accepted. */
const unquestioned = times.day;

/** A clock that leapt further is accepted after it has run steadily for so long (ms); a network has corrected it by then. */
const probation = 5 * times.hour;

/** The permitted difference (ms) between the clock and the monotonic timer. */
const tolerance = times.minute;

interface Deps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: { warn(details: object, message: string): void };
  /** A monotonic timer in milliseconds. */
  readonly uptime?: () => number;
}

/**
 * Protects data from a clock that is ahead. The highest confirmed time is stored; a clock far ahead of it deletes nothing until it has run
 * steadily for some hours.
 */
export class ConfirmedTime {
  readonly #deps: Deps;
  /** The first sight of a leap, by both clocks. */
  #leap: { readonly now: number; readonly uptime: number } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns the present time (ms since the epoch) if it is confirmed, and stores it; otherwise warns and returns null. */
  async confirm(): Promise<number | null> {
    const { store, clock, log, uptime = () => performance.now() } = this.#deps;
    const now = clock.now();
    const highest = await this.#highest();
    const isLeap = highest !== null && now - highest > unquestioned;
    if (isLeap && !this.#isSteady(now, uptime())) {
      const details = { now: new Date(now).toISOString(), last: new Date(highest).toISOString() };
      log.warn(details, 'the clock is far ahead of the last run: nothing is purged for some hours; check the clock of this machine');
      return null;
    }
    this.#leap = null;
    await store.write([], (trx) => writeMeta(trx, 'confirmed_time', String(Math.max(now, highest ?? 0))));
    return now;
  }

  async #highest(): Promise<number | null> {
    const { reading } = this.#deps.store;
    const stored = await readMeta(reading, 'confirmed_time');
    // Older versions stored only the time of their last purge.
    return stored === null ? ((await readLease(reading, 'purge'))?.doneAt ?? null) : Number(stored);
  }

  #isSteady(now: number, uptime: number): boolean {
    const ran = uptime - (this.#leap?.uptime ?? uptime);
    const passed = now - (this.#leap?.now ?? now);
    if (!this.#leap || Math.abs(passed - ran) > tolerance) this.#leap = { now, uptime };
    return ran >= probation && Math.abs(passed - ran) <= tolerance;
  }
}
