import { times } from '#contract/times.ts';
import type { Clock } from '../clock.ts';

/** How long (ms) to wait after a failed run. */
const pauseAfterFailure = times.minute;

/** The longest time (ms) between two runs: nothing notifies this process of work left by another one. */
const checkEvery = 20 * times.second;

interface DueLoopDeps {
  readonly clock: Clock;
  readonly log: { error(details: object, message: string): void };
  readonly failure: string;
  /** Does everything that is due now; may stop early when the loop is stopped. */
  readonly work: () => Promise<void>;
  /** Returns when something is due next (ms since the epoch), or null. */
  readonly next: () => Promise<number | null>;
}

/** Runs the work stored in the database when it is due, whichever process stored it, one run at a time. */
export class DueLoop {
  readonly #deps: DueLoopDeps;
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;
  #again = false;
  #started = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(deps: DueLoopDeps) {
    this.#deps = deps;
  }

  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  start(): void {
    this.#started = true;
    this.wake();
  }

  /** Runs soon, because something may be due. Ignored before the start and after the stop. */
  readonly wake = (): void => {
    this.#again = true;
    if (!this.#started || this.#stop.signal.aborted || this.#running) return;
    this.#running = this.#guarded(() => this.#run()).then(() => {
      this.#running = null;
      if (this.#again) this.wake();
    });
  };

  /** Starts nothing more; resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    this.#again = false;
    let pause: number = pauseAfterFailure;
    try {
      await this.#deps.work();
      const next = (await this.#deps.next()) ?? Infinity;
      pause = Math.min(checkEvery, Math.max(0, next - this.#deps.clock.now()));
    } finally {
      this.#wakeIn(pause);
    }
  }

  #wakeIn(pause: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#stop.signal.aborted) return;
    this.#timer = setTimeout(this.wake, pause).unref();
  }

  /** A full or busy database must not end the loop: it continues with the next timer. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#deps.log.error({ err: error }, this.#deps.failure);
    }
  }
}
