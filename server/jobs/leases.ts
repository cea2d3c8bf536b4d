import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { times } from '../../contract/times.ts';
import { type Clock, machineTimers, type Timers } from '../lib/clock.ts';
import { endLease, grantLease, prolongLease, readLease, type Lease } from '../store/jobs/leases.ts';
import type { Store } from '../store/store.ts';
import { DueLoop } from '../lib/due-loop.ts';

/** How long (ms) whoever has the turn is believed to be at work without saying so again. */
const lease = 30 * times.second;
const sayEvery = 10 * times.second;

export interface LeasesDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Those of the machine where none are given. */
  readonly timers?: Timers;
  readonly log: { error(details: object, message: string): void };
  /** What the work is called, the same in every process. */
  readonly name: string;
  /** How long (ms) after it was done it is due again. */
  readonly every: number;
  /** Begins no further step once `over` is aborted: this process stops, or another one has the turn. */
  readonly work: (over: AbortSignal) => Promise<void>;
  /** Whether this process knows, as it starts, what asks for the work before it is due. Who is alone on its database always begins with it. */
  readonly knowsMore?: () => Promise<boolean>;
}

/**
 * Work that is done once in a while by one of the processes on this database, whoever looks first when it is due:
 *
 *   nobody's ──due──► held until … ◄─┐ said again while it works
 *      ▲                │  │  └──────┘
 *      └── done, or ────┘  └── not said again: the holder is gone ──► held by another
 *          stopped
 */
export class Leases {
  readonly #deps: LeasesDeps;
  readonly #holder = randomUUID();
  readonly #loop: DueLoop;
  /** It may know of something that those before it did not. */
  #isNew = true;

  constructor(deps: LeasesDeps) {
    const { store, clock, log, name } = deps;
    this.#deps = deps;
    this.#loop = new DueLoop({
      clock,
      log,
      failure: `${name} failed`,
      work: () => this.look(),
      next: async () => this.#dueAt(await readLease(store.reading, name)),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Resolves when this process is not at work any more. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Does the work where it is due and nobody else does it. Throws what the work and the database throw. */
  async look(): Promise<void> {
    const { store, clock, name, work } = this.#deps;
    const seen = await readLease(store.reading, name);
    if (!(await this.#isDue(seen))) return;
    const isOurs = await store.write([], async (trx) => {
      if (!isDeepStrictEqual(await readLease(trx, name), seen)) return false;
      await grantLease(trx, name, this.#holder, clock.now() + lease);
      return true;
    });
    if (!isOurs) return;
    this.#isNew = false;
    const lost = new AbortController();
    const over = AbortSignal.any([this.#loop.stopped, lost.signal]);
    const stopSaying = this.#keepSaying(() => lost.abort());
    try {
      await work(over);
    } finally {
      stopSaying();
      await store.write([], (trx) => endLease(trx, name, this.#holder, over.aborted ? null : clock.now()));
    }
  }

  async #isDue(turn: Lease | null): Promise<boolean> {
    const { store, clock, knowsMore } = this.#deps;
    // Who is alone comes after nobody but those who are gone.
    if (this.#isNew && !store.isShared) return true;
    if (this.#dueAt(turn) <= clock.now()) return true;
    if (!this.#isNew || turn?.holder) return false;
    this.#isNew = (await knowsMore?.()) ?? false;
    return this.#isNew;
  }

  /** A time far ahead of now is left from a clock that was wrong and holds nothing up; clocks of two processes differ by less than a lease. */
  #dueAt(turn: Lease | null): number {
    const now = this.#deps.clock.now();
    if (turn?.holder) return turn.heldUntil > now + lease ? now : turn.heldUntil;
    const doneAt = turn?.doneAt ?? null;
    return doneAt === null || doneAt > now + lease ? now : doneAt + this.#deps.every;
  }

  /** Says that it is at work until the answered function is called; calls `lost` where another one has the turn, or may have it. */
  #keepSaying(lost: () => void): () => void {
    const { store, clock, timers = machineTimers, name } = this.#deps;
    let heldUntil = clock.now() + lease;
    let isOver = false;
    const say = async (): Promise<void> => {
      const now = clock.now();
      // Who stood still does not wait for the database to say that another one has it.
      if (now >= heldUntil) return lost();
      const until = now + lease;
      try {
        if (!(await store.write([], (trx) => prolongLease(trx, name, this.#holder, until)))) return lost();
        heldUntil = until;
      } catch {
        // The next time may come through.
        if (clock.now() >= heldUntil) return lost();
      }
      if (!isOver) callOff = sayLater();
    };
    const sayLater = () => timers.setTimer(sayEvery, () => void say());
    let callOff = sayLater();
    return () => {
      isOver = true;
      callOff();
    };
  }
}
