import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { eraseAccount, syncEvents } from '../../contract/endpoints.ts';
import { type Config, loadConfig } from '../../server/config.ts';
import { claimDataDir } from '../../server/ops/data-dir-lock.ts';
import { databaseName } from '../../server/state-files.ts';
import { picturesInUse } from '../../server/store/rows/pictures.ts';
import { sqlOf } from '../../server/store/engine/handles.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import type { SimulatedClock } from './clock.ts';
import { dieAtCommit, type Moment } from './statements.ts';
import { answerOf, openStream, type ServerAnswer, type ServerRequest } from './server-answer.ts';
import { type Person, seedPeople } from './people.ts';
import { die, inDelivery, type ServerProcess, startProcess } from './process.ts';
import { PushService } from './push-service.ts';
import type { Random } from './random.ts';
import { Recorder } from './recorder.ts';

/** So few that some are refused. */
const photosPerPerson = '4';

export interface ServerOptions {
  readonly clock: SimulatedClock;
  readonly people: readonly Person[];
  readonly random: Random;
  /** How long access tokens, and with them streams, live. */
  readonly tokenMinutes: number;
  /** Fills the data directory before the first start; without it there is one event with these people. */
  readonly restore?: (dataDir: string) => void;
}

/** The real server in process over a database that outlives it. It can be killed on either side of a commit, and at any other moment. */
export class SimulatedServer {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly pushService: PushService;
  /** What went wrong in a living server and was only logged. */
  readonly faults: unknown[] = [];
  /** Holds the data directory and, beside it, the backups. */
  readonly folder: string;
  readonly config: Config;
  readonly #clock: SimulatedClock;
  readonly #random: Random;
  /** As `main.ts` holds it, for as long as there is this server, running or not. */
  readonly #lock;
  #process: ServerProcess | null = null;
  #callOffDeath: (() => void) | null = null;

  private constructor(store: Store, recorder: Recorder, folder: string, { clock, random, tokenMinutes }: ServerOptions) {
    this.store = store;
    this.recorder = recorder;
    this.pushService = new PushService(random);
    this.folder = folder;
    this.#clock = clock;
    this.#random = random;
    const settings = {
      LOG_LEVEL: 'silent',
      ACCESS_TOKEN_MINUTES: String(tokenMinutes),
      ALLOW_LOOPBACK: '1',
      PICTURES_PER_PERSON: photosPerPerson,
    };
    this.config = loadConfig({ ...settings, DATA_DIR: join(folder, 'data') });
    this.#lock = claimDataDir(this.config.dataDir);
  }

  static async start(options: ServerOptions): Promise<SimulatedServer> {
    const folder = mkdtempSync(join(tmpdir(), 'event-companion-simulation-'));
    mkdirSync(join(folder, 'data'));
    options.restore?.(join(folder, 'data'));
    const store = await openStore({ path: join(folder, 'data', databaseName), lockWait: 0 });
    // Processes die here, machines do not.
    await sql`pragma synchronous = off`.execute(sqlOf(store.reading));
    if (!options.restore) await seedPeople(store, options.clock, options.people);
    const server = new SimulatedServer(store, await Recorder.install(store.reading), folder, options);
    await server.restart();
    return server;
  }

  /** Answers null where no server is there, or it died before it could answer. */
  readonly ask = async (request: ServerRequest): Promise<ServerAnswer | null> => {
    const process = this.#process;
    if (!process) return null;
    this.recorder.overhear(request);
    if (request.path === syncEvents.path) return this.#openStream(process, request);
    const erases = request.path === eraseAccount.path;
    if (erases) await this.recorder.flush();
    const response = await process.app.inject({
      method: request.method as 'GET',
      url: request.path,
      headers: request.headers,
      ...(request.body === undefined ? {} : { payload: typeof request.body === 'string' ? request.body : Buffer.from(request.body) }),
    });
    if (erases) await this.recorder.renew();
    if (process.dead) {
      await this.#bury(process);
      return null;
    }
    return answerOf(response);
  };

  async #openStream(process: ServerProcess, request: ServerRequest): Promise<ServerAnswer | null> {
    const answer = await openStream(process.app, request);
    if (process.dead) {
      answer.stream?.breakOff();
      await this.#bury(process);
      return null;
    }
    if (answer.stream) process.streams.push(answer.stream);
    return answer;
  }

  /** A bearer token for somebody who looks at the server directly. */
  async tokenOf(userId: number): Promise<string> {
    if (!this.#process) throw new Error('no server is running');
    return (await this.#process.app.deps.auth.sessions.open(userId)).token;
  }

  get running(): boolean {
    return this.#process !== null;
  }

  /** The delivery looks for pushes that are due. */
  async deliver(): Promise<void> {
    await this.#inDelivery(({ delivery }) => delivery.wake());
  }

  /** A push service answers; `all` lets every message arrive. */
  async hearPushService(all = false): Promise<void> {
    await this.#inDelivery(() => (all ? this.pushService.takeAll() : this.pushService.step()));
  }

  async #inDelivery(work: (process: ServerProcess) => void): Promise<void> {
    const process = this.#process;
    if (!process) return;
    await inDelivery(() => work(process));
    if (process.dead) await this.#bury(process);
  }

  /** The next transaction that commits takes the process with it. */
  killAt(moment: Moment): void {
    const process = this.#process;
    if (!process || this.#callOffDeath) return;
    this.#callOffDeath = dieAtCommit(moment, () => {
      this.#callOffDeath = null;
      die(process);
    });
  }

  /** Now, whatever is under way. */
  async kill(): Promise<void> {
    const process = this.#process;
    if (!process) return;
    this.#liveOn();
    die(process);
    await this.#bury(process);
  }

  async #bury(process: ServerProcess): Promise<void> {
    if (this.#process !== process) return;
    this.#process = null;
    this.pushService.cut(process);
    // What it was doing stays as it is: this only ends its timers.
    void process.delivery.stop();
    await process.app.close();
  }

  #liveOn(): void {
    this.#callOffDeath?.();
    this.#callOffDeath = null;
  }

  async stop(): Promise<void> {
    this.#liveOn();
    const process = this.#process;
    this.#process = null;
    await process?.delivery.stop();
    await process?.app.close();
  }

  async restart(): Promise<void> {
    await this.stop();
    const { store, config, pushService } = this;
    const onFault = (fault: unknown): void => void this.faults.push(fault);
    this.#process = await startProcess({ store, config, pushService, clock: this.#clock, random: this.#random, onFault });
  }

  /** Removes what a crash left of pictures, without waiting for it to grow old. */
  async sweep(): Promise<void> {
    await this.#process?.app.deps.pictures.sweep((folder) => picturesInUse(this.store.reading, folder));
  }

  async close(): Promise<void> {
    await this.stop();
    await this.store.close();
    this.#lock.release();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
