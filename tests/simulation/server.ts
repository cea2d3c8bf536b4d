import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../server/app.ts';
import { loadConfig } from '../../server/config.ts';
import { picturesInUse } from '../../server/store/pictures.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import type { SimulatedClock } from './clock.ts';
import type { ServerAnswer, ServerRequest } from './network.ts';
import { seedPeople } from './people.ts';

type Kill = 'before-commit' | 'after-commit';

/** Access tokens live this long (minutes), so that they expire within a run. */
const accessTokenMinutes = '1';

/** So few that some are refused. */
const photosPerPerson = '4';

/** The real server in process over a database that outlives it. It can be killed on either side of a commit, and restored from a backup. */
export class SimulatedServer {
  readonly store: Store;
  readonly dataDir: string;
  readonly #clock: SimulatedClock;
  #app: FastifyInstance | null = null;
  #kill: Kill | null = null;

  private constructor(store: Store, dataDir: string, clock: SimulatedClock) {
    this.store = store;
    this.dataDir = dataDir;
    this.#clock = clock;
  }

  static async start(clock: SimulatedClock): Promise<SimulatedServer> {
    const dataDir = mkdtempSync(join(tmpdir(), 'event-companion-simulation-'));
    const store = await openStore({ path: ':memory:' });
    const server = new SimulatedServer(store, dataDir, clock);
    await seedPeople(store, clock);
    await server.restart();
    return server;
  }

  /** Answers null where no server is there, or it died before it could answer. */
  readonly ask = async (request: ServerRequest): Promise<ServerAnswer | null> => {
    const app = this.#app;
    if (!app) return null;
    const response = await dyingAt(this.#kill, () =>
      app.inject({
        method: request.method as 'GET',
        url: request.path,
        headers: request.headers,
        ...(request.body === undefined ? {} : { payload: request.body }),
      }),
    );
    if (!response) {
      this.#kill = null;
      await this.stop();
      return null;
    }
    const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
    delete headers['set-cookie'];
    delete headers['content-length'];
    const cookies = response.cookies.map(({ name, value, maxAge }) => [name, maxAge === 0 || value === '' ? null : value] as const);
    return { status: response.statusCode, headers, cookies: Object.fromEntries(cookies), body: response.body };
  };

  /** A bearer token for somebody who looks at the server directly. */
  async tokenOf(userId: number): Promise<string> {
    if (!this.#app) throw new Error('no server is running');
    return (await this.#app.deps.auth.sessions.open(userId)).token;
  }

  get running(): boolean {
    return this.#app !== null;
  }

  /** The next transaction that commits takes the process with it. */
  killAt(moment: Kill): void {
    this.#kill = moment;
  }

  async stop(): Promise<void> {
    const app = this.#app;
    this.#app = null;
    await app?.close();
  }

  async restart(): Promise<void> {
    await this.stop();
    this.#kill = null;
    const config = loadConfig({
      DATA_DIR: this.dataDir,
      LOG_LEVEL: 'silent',
      ACCESS_TOKEN_MINUTES: accessTokenMinutes,
      PICTURES_PER_PERSON: photosPerPerson,
    });
    this.#app = await createApp({ config, store: this.store, clock: this.#clock, logger: false });
  }

  /** What a restore from a backup does to the feed: another history, another epoch. */
  async changeEpoch(epoch: string): Promise<void> {
    await this.store.db.updateTable('meta').set({ value: epoch }).where('name', '=', 'epoch').execute();
    await this.restart();
  }

  /** Removes what a crash left of pictures, without waiting for it to grow old. */
  async sweep(): Promise<void> {
    await this.#app?.deps.pictures.sweep((folder) => picturesInUse(this.store.db, folder), Infinity);
  }

  async close(): Promise<void> {
    await this.stop();
    await this.store.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Runs a request; answers null where the process died at a commit that it made. */
async function dyingAt<T>(moment: Kill | null, work: () => Promise<T>): Promise<T | null> {
  if (moment === null) return work();
  const original = StatementSync.prototype.run;
  let died = false;
  StatementSync.prototype.run = function run(this: StatementSync, ...parameters: Parameters<typeof original>) {
    if (died || this.sourceSQL.toLowerCase() !== 'commit') return original.apply(this, parameters);
    died = true;
    if (moment === 'after-commit') return original.apply(this, parameters);
    throw new Error('killed before the commit');
  } as typeof original;
  try {
    const answer = await work();
    return died ? null : answer;
  } finally {
    StatementSync.prototype.run = original;
  }
}
