import { times } from '#contract/times.ts';
import type { Timers } from '#server/lib/clock.ts';

/** The load of a process since the last measurement. Times are in ms. */
export interface Load {
  /** The 99th percentile of the event loop's delay. */
  readonly loopDelay: number;
  /** The longest time from the arrival of a command to its end. */
  readonly writerWait: number;
  /** The most streams that waited for their poke. */
  readonly pokesWaiting: number;
  /** The used part of the heap's limit, from 0 to 1. */
  readonly heapUsed: number;
  /** How long the database took to answer the smallest query, including the wait for a connection. */
  readonly databaseAnswer: number;
  /** The size of SQLite's write-ahead log; else 0. */
  readonly walBytes: number;
}

export interface Meter {
  begin(): void;
  /** Returns the load since `begin` or the last call. */
  take(): Promise<Load>;
  end(): void;
}

interface Sign {
  readonly of: keyof Load;
  /** A process above this value is near its capacity. */
  readonly limit: number;
  readonly describe: (value: number) => string;
}

const inMs = (value: number): string => `${Math.round(value)} ms`;
const inMegabytes = (value: number): string => `${Math.round(value / 1e6)} MB`;

/** Few signs; each precedes slow answers, late updates or an exhausted memory. */
export const signs: readonly Sign[] = [
  { of: 'loopDelay', limit: 250, describe: (value) => `the event loop was late by ${inMs(value)}` },
  { of: 'writerWait', limit: 2_000, describe: (value) => `commands waited for ${inMs(value)}` },
  { of: 'pokesWaiting', limit: 5_000, describe: (value) => `streams that waited for news: ${value}` },
  { of: 'heapUsed', limit: 0.8, describe: (value) => `of the heap was in use: ${Math.round(value * 100)} %` },
  { of: 'databaseAnswer', limit: 500, describe: (value) => `the database answered after ${inMs(value)}` },
  { of: 'walBytes', limit: 256e6, describe: (value) => `the write-ahead log had ${inMegabytes(value)}` },
];

export const helpPage = 'docs/hosting.md#when-it-gets-tight';

const measureEvery = times.minute;
/** How often (ms) a lasting overload is logged. */
const logEvery = times.hour;
/** How long (ms) a value must be below its limit until the overload ends. */
const endsAfter = 5 * times.minute;

interface Report {
  loggedAt: number;
  exceededAt: number;
}

export interface OverloadDeps {
  readonly meter: Meter;
  readonly timers: Timers;
  readonly log: { warn(details: object, message: string): void };
}

/** Measures the load every minute and logs when a sign exceeds its limit, hourly while it lasts, and at its end. */
export class Overload {
  readonly #deps: OverloadDeps;
  readonly #reports = new Map<keyof Load, Report>();
  #cancel: (() => void) | null = null;
  #latest: Load | null = null;

  constructor(deps: OverloadDeps) {
    this.#deps = deps;
  }

  /** Returns the load of the last full minute; null before there is one. */
  get latest(): Load | null {
    return this.#latest;
  }

  /** Starts measuring; returns a function that stops it. */
  start(): () => void {
    this.#deps.meter.begin();
    this.#schedule();
    return () => {
      this.#cancel?.();
      this.#cancel = null;
      this.#deps.meter.end();
    };
  }

  #schedule(): void {
    this.#cancel = this.#deps.timers.setTimer(measureEvery, () => {
      this.#schedule();
      void this.#measure();
    });
  }

  async #measure(): Promise<void> {
    const load = await this.#deps.meter.take();
    this.#latest = load;
    for (const sign of signs) this.#report(sign, load[sign.of]);
  }

  #report({ of, limit, describe }: Sign, value: number): void {
    const now = this.#deps.timers.now();
    const reported = this.#reports.get(of);
    const details = { sign: of, value, limit };
    if (value > limit) {
      if (reported && now - reported.loggedAt < logEvery) reported.exceededAt = now;
      else {
        this.#reports.set(of, { loggedAt: now, exceededAt: now });
        this.#deps.log.warn(details, `near what one process can do: ${describe(value)}; ${helpPage} says what helps`);
      }
    } else if (reported && now - reported.exceededAt >= endsAfter) {
      this.#reports.delete(of);
      this.#deps.log.warn(details, `over: ${describe(value)}`);
    }
  }
}
