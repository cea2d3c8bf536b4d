import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eraseAccount, syncEvents } from '#contract/endpoints/core.ts';
import { type Config, loadConfig } from '#server/config.ts';
import { claimDataDir } from '#server/ops/data-dir-lock.ts';
import { picturesInUse } from '#server/store/repositories/pictures.ts';
import type { Store } from '#server/store/store.ts';
import type { SimulatedClock } from '../world/clock.ts';
import { type ServerStorage, openSqliteStorage } from './server-storage.ts';
import type { Server } from '../world/network.ts';
import { type Person, seedPeople } from '../world/people.ts';
import type { Hosting } from '../postgres/postgres-storage.ts';
import type { Guesser } from '../postgres/guesser.ts';
import { noteHalfSent, type ServerProcess } from './process.ts';
import { PushService } from './push-service.ts';
import { Random } from '../world/random.ts';
import { Recorder } from './recorder.ts';
import type { ServerAnswer, ServerRequest } from './server-answer.ts';
import { Slot } from './slot.ts';
import { Together } from './together.ts';

/** Numbers of simultaneous guesses, below and above the limit. */
const guesses = [2, 4, 8];

/** So few that some are refused. */
const photosPerPerson = '4';

export interface ServerOptions {
  readonly clock: SimulatedClock;
  readonly people: readonly Person[];
  readonly random: Random;
  readonly seed: number;
  /** Environment variables in addition to those of every simulated server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The lifetime of access tokens, and so of streams. */
  readonly tokenMinutes: number;
  /** Fills the data directory before the first start; the default is one event with these people. */
  readonly restore?: (dataDir: string) => void;
  /** Set for several servers on PostgreSQL; otherwise there is one on SQLite. */
  readonly hosting?: Hosting;
}

/** The real server in this process, or several of them, over a database that outlives them. */
export class SimulatedServer {
  readonly recorder: Recorder;
  readonly pushService: PushService;
  /** Faults of a living server that were only logged. */
  readonly faults: unknown[] = [];
  /** The parent of the data directory and the backups. */
  readonly folder: string;
  readonly config: Config;
  readonly #storage: ServerStorage;
  /** The lock that `main.ts` takes, held for the whole life of this object. */
  readonly #lock;
  readonly #slots: readonly Slot[];
  /** The random choice between servers. */
  readonly #choice: Random;
  readonly #together = new Together();
  #hasDied = false;
  /** Set if there are several servers. */
  #guesser: Guesser | null = null;

  private constructor(
    ground: ServerStorage,
    recorder: Recorder,
    folder: string,
    { clock, random, seed, tokenMinutes, settings: own }: ServerOptions,
  ) {
    this.#storage = ground;
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
      begin: () => ground.openProcess(),
      whenIdle: () => ground.whenIdle(),
      onFault: (fault: unknown) => this.#noteFault(fault),
      onDeath: (process: ServerProcess) => this.#cleanUp(process),
    };
    this.#slots = Array.from({ length: ground.servers }, () => new Slot(options));
  }

  static async start(options: ServerOptions): Promise<SimulatedServer> {
    const { hosting, seed, restore, clock, people } = options;
    const folder = mkdtempSync(join(tmpdir(), 'event-companion-simulation-'));
    mkdirSync(join(folder, 'data'));
    restore?.(join(folder, 'data'));
    const ground = await (hosting
      ? onPostgres(hosting, new Random(seed * 31 + 13), clock)
      : openSqliteStorage(join(folder, 'data'), clock));
    if (!restore) await seedPeople(ground.store, clock, people);
    const server = new SimulatedServer(ground, await Recorder.install(ground.store.reading, ground.tape), folder, options);
    await server.restart();
    if (hosting) server.#guesser = await beginGuessing(server, clock);
    return server;
  }

  /** The database, for access without a server. */
  get store(): Store {
    return this.#storage.store;
  }

  /** True if there are several servers. */
  get isShared(): boolean {
    return this.#slots.length > 1;
  }

  /** Returns null if no server runs or it died before its answer. */
  readonly handle: Server = (request) => this.#handleAt(this.#anyOf(this.#running), request);

  /** Returns the route of a device's requests: often the same server for a while, and another for streams. */
  routeOf(seed: number): Server {
    if (!this.isShared) return this.handle;
    const random = new Random(seed);
    let [usual, loyalty] = [this.#slots[0] as Slot, 0];
    return (request) => {
      if (random.chance(0.1) || !usual.process) [usual, loyalty] = [random.pick(this.#slots), random.pick([0.4, 0.8, 1])];
      const others = this.#slots.filter((slot) => slot !== usual);
      const strays = request.path === syncEvents.path || !random.chance(loyalty);
      return this.#handleAt(strays ? random.pick(others) : usual, request);
    };
  }

  async #handleAt(slot: Slot | undefined, request: ServerRequest): Promise<ServerAnswer | null> {
    if (!slot?.process) return null;
    this.recorder.noteRequest(request);
    const erases = request.path === eraseAccount.path;
    if (erases) await this.recorder.flush();
    // Requests to several servers at once are all answered before the first answer has an effect.
    const answer = await (this.isShared ? this.#together.run(() => slot.handle(request)) : slot.handle(request));
    if (erases) await this.recorder.renew();
    if (answer?.status === 500) this.faults.push(`${request.method} ${request.path} was answered ${answer.body}`);
    return answer;
  }

  /** Returns a bearer token for direct requests to the server. */
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

  /** Wakes the delivery, with several servers possibly at once. */
  async deliver(): Promise<void> {
    const waking = this.isShared ? this.#running.filter(() => this.#choice.chance(0.7)) : this.#running;
    await Promise.all(waking.map((slot) => slot.inDelivery(({ delivery }) => delivery.wake())));
  }

  /** Lets a push service answer; `all` delivers every message. */
  async deliverPushes(all = false): Promise<void> {
    await this.#anyOf(this.#running)?.inDelivery(() => (all ? this.pushService.takeAll() : this.pushService.step()));
  }

  /** A fingerprint by which two runs are compared, if the trace does not suffice. */
  get fingerprint(): string | null {
    return this.#storage.fingerprint;
  }

  get moments(): ServerStorage['moments'] {
    return this.#storage.moments;
  }

  /** Kills a process at its next commit. */
  killAt(moment: ServerStorage['moments'][number]): void {
    this.#anyOf(this.#running)?.killAt(moment);
  }

  async kill(): Promise<void> {
    await this.#anyOf(this.#running)?.kill();
  }

  /** Breaks all database connections of a process soon. */
  breakConnections(): void {
    this.#anyOf(this.#running)?.breakConnections(() => void this.#noteHalfSent());
  }

  /** Blocks a process from notices of the others for the duration. */
  async withoutNotices(work: () => Promise<void>): Promise<void> {
    const slot = this.#anyOf(this.#running);
    await (slot ? slot.withoutNotices(work) : work());
  }

  async guess(): Promise<void> {
    await this.#guesser?.guess(this.#choice.pick(guesses));
  }

  /** True if unneeded files may be left: a process died, or several lost connections. */
  get mayHaveStrayFiles(): boolean {
    return this.isShared || this.#hasDied;
  }

  /** Returns faults that were not reported to anybody, and guesses that should have been refused. */
  get violations(): string[] {
    return [...this.faults.map((fault) => `server: ${String(fault)}`), ...(this.#guesser?.violations ?? [])];
  }

  async #cleanUp(process: ServerProcess): Promise<void> {
    this.#hasDied = true;
    this.pushService.cut(process);
    // This only ends its timers.
    void process.delivery.stop();
    const closed = process.app.close();
    if (!this.isShared) return closed;
    // The other servers may never see it start again.
    await this.#noteHalfSent();
  }

  /** A process that could not store the outcome of a message leaves it half sent. */
  #noteFault(fault: unknown): void {
    if (this.#storage.isExpected(fault)) void this.#noteHalfSent();
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

  /** Starts the servers that are down. */
  async startAgain(): Promise<void> {
    for (const slot of this.#slots) if (!slot.process) await slot.start();
  }

  /** Ends all faults and starts all servers. */
  async calmDown(): Promise<void> {
    if (!this.isShared) return this.restart();
    for (const slot of this.#slots) slot.cancelIncident();
    this.#storage.calmDown();
    await this.startAgain();
  }

  /** Removes unneeded picture files of a crash, regardless of their age. */
  async sweep(): Promise<void> {
    await this.#running[0]?.process?.app.deps.pictures.sweep((folder) => picturesInUse(this.store.reading, folder));
  }

  async close(): Promise<void> {
    for (const slot of this.#slots) await slot.stop();
    await this.#storage.close();
    this.#lock.release();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function beginGuessing(server: SimulatedServer, clock: SimulatedClock): Promise<Guesser> {
  const { Guesser } = await import('../postgres/guesser.ts');
  return Guesser.begin(server.store, server.handle, clock);
}

/** Do not load the PostgreSQL driver when SQLite is used. */
async function onPostgres(hosting: Hosting, random: Random, clock: SimulatedClock): Promise<ServerStorage> {
  const { PostgresStorage } = await import('../postgres/postgres-storage.ts');
  return PostgresStorage.open(hosting, random, clock);
}
