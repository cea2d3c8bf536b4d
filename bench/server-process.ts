import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemClock } from '#server/lib/clock.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { openStore, type Store } from '#server/store/store.ts';

const root = dirname(import.meta.dirname);

/** The benchmark's server with a data directory of its own, and a second connection to its database to prepare and inspect rows. */
export class ServerProcess {
  readonly port: number;
  /** The port of the limit line in a bare Fastify. */
  readonly barePort: number;
  readonly store: Store;
  readonly dataDir: string;
  readonly #process: ChildProcess;

  private constructor([port, barePort]: readonly [number, number], store: Store, child: ChildProcess, dataDir: string) {
    this.port = port;
    this.barePort = barePort;
    this.store = store;
    this.dataDir = dataDir;
    this.#process = child;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get bareOrigin(): string {
    return `http://127.0.0.1:${this.barePort}`;
  }

  /** The memory of the process (MB). */
  async memory(): Promise<number> {
    return (await gaugeOf(this.origin, 'process_resident_memory_bytes')) / 1e6;
  }

  /** The processor time (µs) of all its threads so far. */
  async cpu(): Promise<number> {
    return (await gaugeOf(this.origin, 'process_cpu_seconds_total')) * 1e6;
  }

  /** Seeds the demo event and serves it, with the page in `pageDir`. `profileDir` receives a CPU profile at the end. */
  static async start(pageDir: string, profileDir: string | undefined): Promise<ServerProcess> {
    const dataDir = mkdtempSync(join(tmpdir(), 'event-companion-bench-'));
    const store = await openStore({ path: join(dataDir, 'event-companion.db') });
    await seedDemo({ store, config: { dataDir, picturesDir: null }, clock: systemClock });
    const profiling = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`];
    const child = spawn(process.execPath, ['--max-semi-space-size=16', ...profiling, join(import.meta.dirname, 'bench-server.ts')], {
      cwd: root,
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: '0',
        NODE_ENV: 'production',
        PAGE_DIR: pageDir,
        // A few people write here as much as a whole event.
        ROWS_PER_HOUR: '1000000',
        ROWS_PER_PERSON: '1000000',
      },
      // Logs to a file, as in production.
      stdio: ['ignore', openSync(join(dataDir, 'log'), 'a'), 'inherit', 'ipc'],
    });
    const ports = await portsOf(child);
    return new ServerProcess(ports, store, child, dataDir);
  }

  async stop(): Promise<void> {
    await this.store.close();
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Returns a metric of the server at `origin`. */
export async function gaugeOf(origin: string, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

function portsOf(child: ChildProcess): Promise<[number, number]> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    child.once('message', (ports) => resolve(ports as [number, number]));
  });
}
