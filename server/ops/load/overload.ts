import { times } from '../../../contract/times.ts';
import type { Timers } from '../../lib/clock.ts';

/** How a process has done since it was last asked. Times in ms. */
export interface Load {
  /** How late the event loop was: 99th percentile. */
  readonly loopDelay: number;
  /** The longest that a command waited until it was done. */
  readonly writerWait: number;
  /** The most streams that waited for their poke. */
  readonly pokesWaiting: number;
  /** How much of what the heap may grow to is in use, from 0 to 1. */
  readonly heapUsed: number;
  /** How long the database took to answer the smallest question, the wait for a connection included. */
  readonly databaseAnswer: number;
  /** Of an SQLite database; else 0. */
  readonly walBytes: number;
}

export interface Meter {
  begin(): void;
  /** Since `begin`, or since it was asked the last time. */
  take(): Promise<Load>;
  end(): void;
}

interface Sign {
  readonly of: keyof Load;
  /** Above this a process is near what it can do. */
  readonly limit: number;
  readonly told: (value: number) => string;
}

const inMs = (value: number): string => `${Math.round(value)} ms`;
const inMegabytes = (value: number): string => `${Math.round(value / 1e6)} MB`;

/** Few, and each is felt by people a little later: as slow answers, late news, or an end for want of memory. */
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
/** What lasts is said again after this time (ms). */
const sayEvery = times.hour;
/** So long (ms) it has to be below its limit until it is over. */
const overAfter = 5 * times.minute;

interface Said {
  /** When it was last said, and when it was last seen. */
  saidAt: number;
  seenAt: number;
}

export interface OverloadDeps {
  readonly meter: Meter;
  readonly timers: Timers;
  readonly log: { warn(details: object, message: string): void };
}

/** Looks each minute how much a process does of what it can, and says in the log when that comes near, now and then while it lasts, and when it is over. */
export class Overload {
  readonly #deps: OverloadDeps;
  readonly #said = new Map<keyof Load, Said>();
  #callOff: (() => void) | null = null;
  #latest: Load | null = null;

  constructor(deps: OverloadDeps) {
    this.#deps = deps;
  }

  /** Of the last full minute; null before there was one. */
  get latest(): Load | null {
    return this.#latest;
  }

  /** Until the answered function is called. */
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
