import { times } from '../../contract/times.ts';
import type { Clock } from '../context.ts';

/** What the database refused may pass a little later (ms). */
const pauseAfterFailure = times.minute;

/** The longest time that a timer takes (ms). */
const longestTimer = 2 ** 31 - 1;

interface DueLoopDeps {
  readonly clock: Clock;
  readonly log: { error(details: object, message: string): void };
  /** Said in the log where something throws. */
  readonly failure: string;
  /** Before anything else. */
  readonly first?: () => Promise<void>;
  /** Does everything that is due now, or less where the loop is stopped. */
  readonly work: () => Promise<void>;
  /** When something is due next (ms since the epoch); null for not at all. */
  readonly next: () => Promise<number | null>;
}

/** Does what waits in the database whenever it is due, from the start to the stop, one run at a time. */
export class DueLoop {
  readonly #deps: DueLoopDeps;
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;
  #again = false;
  #started = false;
  #timer: NodeJS.Timeout | null = null;
  /** When the timer wakes it (ms since the epoch). */
  #wakesAt = Infinity;

  constructor(deps: DueLoopDeps) {
    this.#deps = deps;
  }

  /** Aborted by the stop. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  start(): void {
    this.#running = this.#guarded(async () => this.#deps.first?.()).then(() => {
      this.#running = null;
      this.#started = true;
      this.wake();
    });
  }

  /** There may be something to do. Nothing happens before the start and after the stop. */
  readonly wake = (): void => {
    this.#again = true;
    if (!this.#started || this.#stop.signal.aborted || this.#running) return;
    this.#running = this.#guarded(() => this.#run()).then(() => {
      this.#running = null;
      if (this.#again) this.wake();
    });
  };

  /** There is something to do at this time (ms since the epoch). */
  readonly wakeAt = (time: number): void => {
    if (this.#running) this.#again = true;
    else if (this.#started && time < this.#wakesAt) this.#wakeIn(Math.max(0, time - this.#deps.clock.now()));
  };

  /** Begins nothing more; resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    this.#again = false;
    this.#wakeIn(pauseAfterFailure);
    await this.#deps.work();
    const next = await this.#deps.next();
    this.#wakeIn(next === null ? null : Math.max(0, next - this.#deps.clock.now()));
  }

  /** `pause` in ms; null for not at all. */
  #wakeIn(pause: number | null): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#wakesAt = Infinity;
    if (pause === null || this.#stop.signal.aborted) return;
    this.#timer = setTimeout(this.wake, Math.min(longestTimer, pause)).unref();
    this.#wakesAt = this.#deps.clock.now() + pause;
  }

  /** A database that is full or busy must not end the loop: it goes on when the timer is due. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#deps.log.error({ err: error }, this.#deps.failure);
    }
  }
}
