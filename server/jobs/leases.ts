import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { times } from '#contract/times.ts';
import { type Clock, machineTimers, type Timers } from '../lib/clock.ts';
import { endLease, grantLease, prolongLease, readLease, type Lease } from '../store/jobs/leases.ts';
import type { Store } from '../store/store.ts';
import { DueLoop } from '../lib/concurrency/due-loop.ts';

/** How long (ms) a lease lasts unless it is prolonged. */
const leaseLife = 30 * times.second;
const prolongEvery = 10 * times.second;

export interface LeasesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers?: Timers;
  readonly log: { error(details: object, message: string): void };
  /** The name of the job, the same in every process. */
  readonly name: string;
  /** How long (ms) after the end of a run the next one is due. */
  readonly every: number;
  /** Starts no further step once `stopping` aborts: this process stops, or has lost the lease. */
  readonly work: (stopping: AbortSignal) => Promise<void>;
  /**
   * Returns whether a starting process has a reason to run before the job is due. The only process on its database always runs at the
   * start.
   */
  readonly isOverdue?: () => Promise<boolean>;
}

/**
 * A periodic job that one of the processes on this database runs, the first that looks when it is due:
 *
 *   free ──due──► held until … ◄─┐ prolonged during the work
 *    ▲             │  │  └──────┘
 *    └── done, or ─┘  └── not prolonged: the holder is assumed dead ──► held by another
 *        stopped
 */
export class Leases {
  readonly #deps: LeasesDeps;
  readonly #holder = randomUUID();
  readonly #loop: DueLoop;
  /** True until the first run: this process may have a reason that those before it had not. */
  #isNew = true;

  constructor(deps: LeasesDeps) {
    const { store, clock, log, name } = deps;
    this.#deps = deps;
    this.#loop = new DueLoop({
      clock,
      log,
      failure: `${name} failed`,
      work: () => this.check(),
      next: async () => this.#dueAt(await readLease(store.reading, name)),
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Runs the job if it is due and no process holds the lease. Throws the errors of the job and of the database. */
  async check(): Promise<void> {
    const { store, clock, name, work } = this.#deps;
    const seen = await readLease(store.reading, name);
    if (!(await this.#isDue(seen))) return;
    const isOurs = await store.write([], async (trx) => {
      if (!isDeepStrictEqual(await readLease(trx, name), seen)) return false;
      await grantLease(trx, name, this.#holder, clock.now() + leaseLife);
      return true;
    });
    if (!isOurs) return;
    this.#isNew = false;
    const lost = new AbortController();
    const stopping = AbortSignal.any([this.#loop.stopped, lost.signal]);
    const stopProlonging = this.#keepProlonging(() => lost.abort());
    try {
      await work(stopping);
    } finally {
      stopProlonging();
      await store.write([], (trx) => endLease(trx, name, this.#holder, stopping.aborted ? null : clock.now()));
    }
  }

  async #isDue(lease: Lease | null): Promise<boolean> {
    const { store, clock, isOverdue } = this.#deps;
    // The only process on a database can only follow dead ones.
    if (this.#isNew && !store.isShared) return true;
    if (this.#dueAt(lease) <= clock.now()) return true;
    if (!this.#isNew || lease?.holder) return false;
    this.#isNew = (await isOverdue?.()) ?? false;
    return this.#isNew;
  }

  /** A time far ahead comes from a wrong clock and is ignored; clocks of processes differ by less than a lease. */
  #dueAt(lease: Lease | null): number {
    const now = this.#deps.clock.now();
    if (lease?.holder) return lease.heldUntil > now + leaseLife ? now : lease.heldUntil;
    const doneAt = lease?.doneAt ?? null;
    return doneAt === null || doneAt > now + leaseLife ? now : doneAt + this.#deps.every;
  }

  /** Prolongs the lease until the returned function is called. Calls `lost` if another process has it or may have it. */
  #keepProlonging(lost: () => void): () => void {
    const { store, clock, timers = machineTimers, name } = this.#deps;
    let heldUntil = clock.now() + leaseLife;
    let isOver = false;
    const prolong = async (): Promise<void> => {
      const now = clock.now();
      // A process that was frozen stops without waiting for the database.
      if (now >= heldUntil) return lost();
      const until = now + leaseLife;
      try {
        if (!(await store.write([], (trx) => prolongLease(trx, name, this.#holder, until)))) return lost();
        heldUntil = until;
      } catch {
        // The next attempt may succeed.
        if (clock.now() >= heldUntil) return lost();
      }
      if (!isOver) callOff = prolongLater();
    };
    const prolongLater = () => timers.setTimer(prolongEvery, () => void prolong());
    let callOff = prolongLater();
    return () => {
      isOver = true;
      callOff();
    };
  }
}
