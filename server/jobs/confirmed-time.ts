import { times } from '../../contract/times.ts';
import type { Clock } from '../lib/clock.ts';
import { readLease } from '../store/jobs/leases.ts';
import { readMeta, type Store, writeMeta } from '../store/store.ts';

/** A clock may be ahead of the last confirmed time by this (ms) without a question. */
const unquestioned = times.day;

/** A clock that leapt further is believed when it has kept pace with the processor for so long (ms): by then a network has set it right. */
const probation = 5 * times.hour;

/** The clock may differ by this (ms) from the time that the processor counts. */
const tolerance = times.minute;

interface Deps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: { warn(details: object, message: string): void };
  /** Milliseconds that nobody sets, from any start. */
  readonly uptime?: () => number;
}

/**
 * Guards deletions against a clock that is ahead: the highest confirmed time is stored, and a clock far ahead of it deletes nothing until it has
 * run steadily for some hours.
 */
export class ConfirmedTime {
  readonly #deps: Deps;
  /** When the leap was first seen, by both clocks. */
  #leap: { readonly now: number; readonly uptime: number } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns the present time (ms since the epoch) if it is confirmed, and stores it; else warns and returns null. */
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
    const noted = await readMeta(reading, 'confirmed_time');
    // Versions before this one stored the time of their last purge only.
    return noted === null ? ((await readLease(reading, 'purge'))?.doneAt ?? null) : Number(noted);
  }

  #isSteady(now: number, uptime: number): boolean {
    const ran = uptime - (this.#leap?.uptime ?? uptime);
    const passed = now - (this.#leap?.now ?? now);
    if (!this.#leap || Math.abs(passed - ran) > tolerance) this.#leap = { now, uptime };
    return ran >= probation && Math.abs(passed - ran) <= tolerance;
  }
}
