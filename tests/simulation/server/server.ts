import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eraseAccount, syncEvents } from '../../../contract/endpoints/core.ts';
import { type Config, loadConfig } from '../../../server/config.ts';
import { claimDataDir } from '../../../server/ops/data-dir-lock.ts';
import { picturesInUse } from '../../../server/store/repositories/pictures.ts';
import type { Store } from '../../../server/store/store.ts';
import type { SimulatedClock } from '../world/clock.ts';
import { type Ground, groundInFile } from './ground.ts';
import type { Server } from '../world/network.ts';
import { type Person, seedPeople } from '../world/people.ts';
import type { Hosting } from '../postgres/ground.ts';
import type { Guesser } from '../postgres/guesser.ts';
import { noteHalfSent, type ServerProcess } from './process.ts';
import { PushService } from './push-service.ts';
import { Random } from '../world/random.ts';
import { Recorder } from './recorder.ts';
import type { ServerAnswer, ServerRequest } from './server-answer.ts';
import { Slot } from './slot.ts';
import { Together } from './together.ts';

/** Of a password, at once: fewer than are looked at, or more. */
const guesses = [2, 4, 8];

/** So few that some are refused. */
const photosPerPerson = '4';

export interface ServerOptions {
  readonly clock: SimulatedClock;
  readonly people: readonly Person[];
  readonly random: Random;
  readonly seed: number;
  /** Environment variables beside those that every simulated server has. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long access tokens, and with them streams, live. */
  readonly tokenMinutes: number;
  /** Fills the data directory before the first start; without it there is one event with these people. */
  readonly restore?: (dataDir: string) => void;
  /** Several servers on a PostgreSQL; else it is one with a file. */
  readonly hosting?: Hosting;
}

/** The real server in process, or several of them, over a database that outlives them. */
export class SimulatedServer {
  readonly recorder: Recorder;
  readonly pushService: PushService;
  /** What went wrong in a living server and was only logged. */
  readonly faults: unknown[] = [];
  /** Holds the data directory and, beside it, the backups. */
  readonly folder: string;
  readonly config: Config;
  readonly #ground: Ground;
  /** As `main.ts` holds it, for as long as there is this server, running or not. */
  readonly #lock;
  readonly #slots: readonly Slot[];
  /** What is about which of several. */
  readonly #choice: Random;
  readonly #together = new Together();
  #hasDied = false;
  /** Where there are several. */
  #guesser: Guesser | null = null;

  private constructor(
    ground: Ground,
    recorder: Recorder,
    folder: string,
    { clock, random, seed, tokenMinutes, settings: own }: ServerOptions,
  ) {
    this.#ground = ground;
    this.recorder = recorder;
    this.pushService = new PushService(random, ground.servers > 1 ? () => clock.now() : undefined);
    this.folder = folder;
    this.#choice = new Random(seed * 31 + 11);
    const settings = {
      LOG_LEVEL: 'silent',
      ACCESS_TOKEN_MINUTES: String(tokenMinutes),
      ALLOW_LOOPBACK: '1',
      PICTURES_PER_PERSON: photosPerPerson,
      ...own,
    };
    this.config = loadConfig({ ...settings, DATA_DIR: join(folder, 'data') });
    this.#lock = claimDataDir(this.config.dataDir);
    const { config, pushService } = this;
    const options = {
      config,
      pushService,
      timers: clock,
      random,
      begin: () => ground.begin(),
      rest: () => ground.rest(),
      onFault: (fault: unknown) => this.#hearFault(fault),
      onDeath: (process: ServerProcess) => this.#bury(process),
    };
    this.#slots = Array.from({ length: ground.servers }, () => new Slot(options));
  }

  static async start(options: ServerOptions): Promise<SimulatedServer> {
    const { hosting, seed, restore, clock, people } = options;
    const folder = mkdtempSync(join(tmpdir(), 'event-companion-simulation-'));
    mkdirSync(join(folder, 'data'));
    restore?.(join(folder, 'data'));
    const ground = await (hosting ? onPostgres(hosting, new Random(seed * 31 + 13), clock) : groundInFile(join(folder, 'data'), clock));
    if (!restore) await seedPeople(ground.store, clock, people);
    const server = new SimulatedServer(ground, await Recorder.install(ground.store.reading, ground.tape), folder, options);
    await server.restart();
    if (hosting) server.#guesser = await beginGuessing(server, clock);
    return server;
  }

  /** The database, for whoever looks at it past the server. */
  get store(): Store {
    return this.#ground.store;
  }

  /** Whether there are several. */
  get isShared(): boolean {
    return this.#slots.length > 1;
  }

  /** Answers null where no server is there, or it died before it could answer. */
  readonly ask: Server = (request) => this.#askAt(this.#anyOf(this.#running), request);

  /** How the requests of one device find their server: often the same for a while, and another for streams. */
  wayOf(seed: number): Server {
    if (!this.isShared) return this.ask;
    const random = new Random(seed);
    let [usual, loyalty] = [this.#slots[0] as Slot, 0];
    return (request) => {
      if (random.chance(0.1) || !usual.process) [usual, loyalty] = [random.pick(this.#slots), random.pick([0.4, 0.8, 1])];
      const others = this.#slots.filter((slot) => slot !== usual);
      const strays = request.path === syncEvents.path || !random.chance(loyalty);
      return this.#askAt(strays ? random.pick(others) : usual, request);
    };
  }

  async #askAt(slot: Slot | undefined, request: ServerRequest): Promise<ServerAnswer | null> {
    if (!slot?.process) return null;
    this.recorder.overhear(request);
    const erases = request.path === eraseAccount.path;
    if (erases) await this.recorder.flush();
    // Of several who are asked at once all answers are on their way before anything comes of the first.
    const answer = await (this.isShared ? this.#together.run(() => slot.ask(request)) : slot.ask(request));
    if (erases) await this.recorder.renew();
    if (answer?.status === 500) this.faults.push(`${request.method} ${request.path} was answered ${answer.body}`);
    return answer;
  }

  /** A bearer token for somebody who looks at the server directly. */
  async tokenOf(userId: number): Promise<string> {
    const process = this.#anyOf(this.#running)?.process;
    if (!process) throw new Error('no server is running');
    return (await process.app.deps.auth.sessions.open(userId)).token;
  }

  get #running(): readonly Slot[] {
    return this.#slots.filter(({ process }) => process);
  }

  #anyOf(slots: readonly Slot[]): Slot | undefined {
    return this.isShared && slots.length > 0 ? this.#choice.pick(slots) : slots[0];
  }

  /** The delivery looks for pushes that are due, that of several perhaps at once. */
  async deliver(): Promise<void> {
    const waking = this.isShared ? this.#running.filter(() => this.#choice.chance(0.7)) : this.#running;
    await Promise.all(waking.map((slot) => slot.inDelivery(({ delivery }) => delivery.wake())));
  }

  /** A push service answers; `all` lets every message arrive. */
  async hearPushService(all = false): Promise<void> {
    await this.#anyOf(this.#running)?.inDelivery(() => (all ? this.pushService.takeAll() : this.pushService.step()));
  }

  /** What tells two plays apart, where that is more than the story. */
  get course(): string | null {
    return this.#ground.course;
  }

  get moments(): Ground['moments'] {
    return this.#ground.moments;
  }

  /** The next transaction that commits takes the process with it. */
  killAt(moment: Ground['moments'][number]): void {
    this.#anyOf(this.#running)?.killAt(moment);
  }

  /** Now, whatever is under way. */
  async kill(): Promise<void> {
    await this.#anyOf(this.#running)?.kill();
  }

  /** One loses all its connections to the database before long. */
  breakConnections(): void {
    this.#anyOf(this.#running)?.breakConnections(() => void this.#noteHalfSent());
  }

  /** One hears nothing of the others for as long as this lasts. */
  async whileDeaf(meanwhile: () => Promise<void>): Promise<void> {
    const slot = this.#anyOf(this.#running);
    await (slot ? slot.whileDeaf(meanwhile) : meanwhile());
  }

  /** Somebody guesses a password, at whichever of them. */
  async guess(): Promise<void> {
    await this.#guesser?.guess(this.#choice.pick(guesses));
  }

  /** Whether something may have been left in the middle: a process died, or several lost connections. */
  get mayHaveLeftFiles(): boolean {
    return this.isShared || this.#hasDied;
  }

  /** What went wrong and nobody was told, and what should not have been let through. */
  get violations(): string[] {
    return [...this.faults.map((fault) => `server: ${String(fault)}`), ...(this.#guesser?.violations ?? [])];
  }

  async #bury(process: ServerProcess): Promise<void> {
    this.#hasDied = true;
    this.pushService.cut(process);
    // What it was doing stays as it is: this only ends its timers.
    void process.delivery.stop();
    const closed = process.app.close();
    if (!this.isShared) return closed;
    // The others may never see it start again.
    await this.#noteHalfSent();
  }

  /** Whoever could not note what became of a message leaves it half sent. */
  #hearFault(fault: unknown): void {
    if (this.#ground.mayFail(fault)) void this.#noteHalfSent();
    else this.faults.push(fault);
  }

  #noteHalfSent(): Promise<void> {
    return noteHalfSent(this.store, this.pushService);
  }

  async restart(): Promise<void> {
    for (const slot of this.#slots) {
      await slot.stop();
      await slot.start();
    }
  }

  /** Starts those that are down. */
  async startAgain(): Promise<void> {
    for (const slot of this.#slots) if (!slot.process) await slot.start();
  }

  /** From now on nothing comes over it, and all of it runs. */
  async calmDown(): Promise<void> {
    if (!this.isShared) return this.restart();
    for (const slot of this.#slots) slot.spare();
    this.#ground.calmDown();
    await this.startAgain();
  }

  /** Removes what a crash left of pictures, without waiting for it to grow old. */
  async sweep(): Promise<void> {
    await this.#running[0]?.process?.app.deps.pictures.sweep((folder) => picturesInUse(this.store.reading, folder));
  }

  async close(): Promise<void> {
    for (const slot of this.#slots) await slot.stop();
    await this.#ground.close();
    this.#lock.release();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function beginGuessing(server: SimulatedServer, clock: SimulatedClock): Promise<Guesser> {
  const { Guesser } = await import('../postgres/guesser.ts');
  return Guesser.begin(server.store, server.ask, clock);
}

/** Who keeps everything in a file loads nothing of it. */
async function onPostgres(hosting: Hosting, random: Random, clock: SimulatedClock): Promise<Ground> {
  const { PostgresGround } = await import('../postgres/ground.ts');
  return PostgresGround.take(hosting, random, clock);
}
