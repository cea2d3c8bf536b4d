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
  readonly told: (value: number) => string;
}

const inMs = (value: number): string => `${Math.round(value)} ms`;
const inMegabytes = (value: number): string => `${Math.round(value / 1e6)} MB`;

/** Few signs; each precedes slow answers, late updates or an exhausted memory. */
export const signs: readonly Sign[] = [
  { of: 'loopDelay', limit: 250, told: (value) => `the event loop was late by ${inMs(value)}` },
  { of: 'writerWait', limit: 2_000, told: (value) => `commands waited for ${inMs(value)}` },
  { of: 'pokesWaiting', limit: 5_000, told: (value) => `streams that waited for news: ${value}` },
  { of: 'heapUsed', limit: 0.8, told: (value) => `of the heap was in use: ${Math.round(value * 100)} %` },
  { of: 'databaseAnswer', limit: 500, told: (value) => `the database answered after ${inMs(value)}` },
  { of: 'walBytes', limit: 256e6, told: (value) => `the write-ahead log had ${inMegabytes(value)}` },
];

export const where = 'docs/hosting.md#when-it-gets-tight';

const lookEvery = times.minute;
/** How often (ms) a lasting overload is logged. */
const sayEvery = times.hour;
/** How long (ms) a value must be below its limit until the overload ends. */
const overAfter = 5 * times.minute;

interface Said {
  saidAt: number;
  seenAt: number;
}

export interface OverloadDeps {
  readonly meter: Meter;
  readonly timers: Timers;
  readonly log: { warn(details: object, message: string): void };
}

/** Measures the load every minute and logs when a sign exceeds its limit, hourly while it lasts, and at its end. */
export class Overload {
  readonly #deps: OverloadDeps;
  readonly #said = new Map<keyof Load, Said>();
  #callOff: (() => void) | null = null;
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
    this.#lookLater();
    return () => {
      this.#callOff?.();
      this.#callOff = null;
      this.#deps.meter.end();
    };
  }

  #lookLater(): void {
    this.#callOff = this.#deps.timers.setTimer(lookEvery, () => {
      this.#lookLater();
      void this.#look();
    });
  }

  async #look(): Promise<void> {
    const load = await this.#deps.meter.take();
    this.#latest = load;
    for (const sign of signs) this.#tell(sign, load[sign.of]);
  }

  #tell({ of, limit, told }: Sign, value: number): void {
    const now = this.#deps.timers.now();
    const said = this.#said.get(of);
    const details = { sign: of, value, limit };
    if (value > limit) {
      if (said && now - said.saidAt < sayEvery) said.seenAt = now;
      else {
        this.#said.set(of, { saidAt: now, seenAt: now });
        this.#deps.log.warn(details, `near what one process can do: ${told(value)}; ${where} says what helps`);
      }
    } else if (said && now - said.seenAt >= overAfter) {
      this.#said.delete(of);
      this.#deps.log.warn(details, `over: ${told(value)}`);
    }
  }
}
