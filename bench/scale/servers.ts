import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gaugeOf } from '../server-process.ts';

const root = dirname(dirname(import.meta.dirname));
const patience = 60_000;

interface Running {
  readonly child: ChildProcess;
  readonly origin: string;
}

/** Servers as an operator starts them, each a process of its own. */
export class Servers {
  readonly #running: readonly Running[];

  private constructor(running: readonly Running[]) {
    this.#running = running;
  }

  /** Starts `count` servers with these settings; they log to files in `logDir`, as in production. */
  static async start(count: number, env: Record<string, string>, logDir: string, program = 'server/main.ts'): Promise<Servers> {
    const running: Running[] = [];
    // One after another, because the first migrates the database.
    for (let index = 0; index < count; index += 1) running.push(await startOne(program, env, join(logDir, `server-${index}.txt`)));
    return new Servers(running);
  }

  get origins(): string[] {
    return this.#running.map(({ origin }) => origin);
  }

  /** Returns the processor time (µs) of all servers so far. */
  async cpu(): Promise<number> {
    const each = await this.#each('process_cpu_seconds_total');
    return each.reduce((sum, seconds) => sum + seconds, 0) * 1e6;
  }

  /** Returns the memory (MB) of each server. */
  async memory(): Promise<number[]> {
    return (await this.#each('process_resident_memory_bytes')).map((bytes) => bytes / 1e6);
  }

  /** Returns a metric of the first server. */
  gauge(name: string): Promise<number> {
    return gaugeOf(this.origins[0]!, name);
  }

  #each(gauge: string): Promise<number[]> {
    return Promise.all(this.origins.map((origin) => gaugeOf(origin, gauge)));
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#running.map(async ({ child }) => {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }),
    );
  }
}

async function startOne(program: string, env: Record<string, string>, log: string): Promise<Running> {
  const child = spawn(process.execPath, ['--max-semi-space-size=16', join(root, program)], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', NODE_ENV: 'production', ...env },
    stdio: ['ignore', openSync(log, 'a'), 'inherit'],
  });
  for (const deadline = performance.now() + patience; performance.now() < deadline; await pause(30)) {
    const [, origin] = /Event Companion is at (?:listening at )?(http:\S+)/.exec(readFileSync(log, 'utf8')) ?? [];
    if (origin !== undefined) return { child, origin };
    if (child.exitCode !== null) break;
  }
  child.kill('SIGKILL');
  throw new Error(`a server did not start:\n${readFileSync(log, 'utf8')}`);
}
