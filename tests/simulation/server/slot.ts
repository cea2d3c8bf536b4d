import { syncEvents } from '#contract/endpoints/core.ts';
import type { ProcessResources } from './server-storage.ts';
import { die, type ServerProcess, startProcess, type ProcessOptions } from './process.ts';
import { answerOf, openStream, type ServerAnswer, type ServerRequest } from './server-answer.ts';
import type { Moment } from './statements.ts';

export interface SlotOptions extends Omit<ProcessOptions, 'store' | 'clock'> {
  /** Creates the resources of a new life. */
  readonly begin: () => Promise<ProcessResources>;
  /** Called when a process has died, in the middle of any work. */
  readonly onDeath: (process: ServerProcess) => Promise<void>;
}

interface Life {
  readonly footing: ProcessResources;
  readonly process: ServerProcess;
}

/** The longest time of this machine (ms) for an answer. */
const longestAnswer = 60_000;

/** A place for one server process at a time. The process can be killed on either side of a commit, and at any other moment. */
export class Slot {
  readonly #options: SlotOptions;
  #life: Life | null = null;
  #cancelDeath: (() => void) | null = null;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  get process(): ServerProcess | null {
    return this.#life?.process ?? null;
  }

  /** Returns null if no process runs or it died before its answer. */
  async handle(request: ServerRequest): Promise<ServerAnswer | null> {
    const life = this.#life;
    if (!life) return null;
    const { process, footing } = life;
    const alarm = setTimeout(() => {
      // Also ends the thread: nothing that waits for the same lock can be closed.
      throw new Error(`the server stands still: no answer to ${request.method} ${request.path}`);
    }, longestAnswer);
    const answer = await footing.during(() => Promise.race([inject(process, request), footing.ended])).finally(() => clearTimeout(alarm));
    if (process.dead) {
      answer?.stream?.break();
      await this.#cleanUp(life);
      return null;
    }
    if (answer?.stream) process.streams.push(answer.stream);
    return answer;
  }

  /** Runs `work`, and waits until the delivery has reacted to it. */
  async inDelivery(work: (process: ServerProcess) => void): Promise<void> {
    const life = this.#life;
    if (!life) return;
    await life.footing.during(async () => work(life.process));
    await this.#options.whenIdle();
    if (life.process.dead) await this.#cleanUp(life);
  }

  killAt(moment: Moment): void {
    const life = this.#life;
    if (!life || this.#cancelDeath) return;
    this.#cancelDeath = life.footing.dieAt(moment, () => {
      this.#cancelDeath = null;
      die(life.process);
    });
  }

  async kill(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    this.cancelIncident();
    die(life.process);
    await life.footing.die();
    await this.#cleanUp(life);
  }

  /** Cancels a pending incident. */
  cancelIncident(): void {
    this.#cancelDeath?.();
    this.#cancelDeath = null;
    this.#life?.footing.cancelIncident();
  }

  async stop(): Promise<void> {
    this.cancelIncident();
    const life = this.#life;
    this.#life = null;
    await life?.process.delivery.stop();
    await life?.process.app.close();
    await life?.footing.end();
  }

  async start(): Promise<void> {
    const footing = await this.#options.begin();
    const process = await startProcess({ ...this.#options, store: footing.store, clock: footing.clock });
    const life = { footing, process };
    this.#life = life;
    void footing.ended.then(() => this.#cleanUp(life));
  }

  /** Breaks all database connections of the process soon. */
  breakConnections(onBreak: () => void): void {
    this.#life?.footing.breakConnections(onBreak);
  }

  async withoutNotices(work: () => Promise<void>): Promise<void> {
    await (this.#life ? this.#life.footing.withoutNotices(work) : work());
  }

  async #cleanUp(life: Life): Promise<void> {
    if (this.#life !== life) return;
    this.#life = null;
    await this.#options.onDeath(life.process);
  }
}

async function inject({ app }: ServerProcess, request: ServerRequest): Promise<ServerAnswer> {
  if (request.path === syncEvents.path) return openStream(app, request);
  const { method, path, headers, body } = request;
  const payload = typeof body === 'string' ? body : body && Buffer.from(body);
  return answerOf(await app.inject({ method: method as 'GET', url: path, headers, ...(payload === undefined ? {} : { payload }) }));
}
