import { times } from '../../contract/times.ts';
import type { Clock } from './clock.ts';

/** What the database refused may pass a little later (ms). */
const pauseAfterFailure = times.minute;

/** How often (ms) it looks at least: of what another process began and did not end, or what is not due yet, nobody tells it. */
const lookEvery = 20 * times.second;

interface DueLoopDeps {
  readonly clock: Clock;
  readonly log: { error(details: object, message: string): void };
  /** Said in the log where something throws. */
  readonly failure: string;
  /** Does everything that is due now, or less where the loop is stopped. */
  readonly work: () => Promise<void>;
  /** When something is due next (ms since the epoch); null for not at all. */
  readonly next: () => Promise<number | null>;
}

/** Does what waits in the database whenever it is due, whoever left it there, from the start to the stop, one run at a time. */
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

  /** Aborted by the stop. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  start(): void {
    this.#started = true;
    this.wake();
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

  /** Begins nothing more; resolves when what is under way has ended. */
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
      pause = Math.min(lookEvery, Math.max(0, next - this.#deps.clock.now()));
    } finally {
      this.#wakeIn(pause);
    }
  }

  /** `pause` in ms. */
  #wakeIn(pause: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#stop.signal.aborted) return;
    this.#timer = setTimeout(this.wake, pause).unref();
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
