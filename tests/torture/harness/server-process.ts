import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { watchStandStill } from './stand-still.ts';

const root = join(import.meta.dirname, '../../..');
const command = ['server/main.ts'];

/** From the start of a process to its first answer, in ms: as a clock on the wall says, and without the time that others had the machine. */
export interface StartTime {
  readonly wall: number;
  readonly own: number;
}

/** How long (ms) a process was ready to run and had to wait for a processor; 0 where the system does not tell. */
function queuedTime(pid: number): number {
  try {
    const [, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number);
    return waited / 1e6;
  } catch {
    return 0;
  }
}

/** The real server as `npm run serve` starts it, on a free port each time. */
export class ServerProcess {
  readonly #dataDir: string;
  #child: ChildProcess | null = null;
  /** Where it was last; nobody answers there while it is down. */
  origin = 'http://127.0.0.1:1';

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Resolves when it has given its first answer. Rejects with what it said where it ends instead. */
  async start(): Promise<StartTime> {
    const begun = performance.now();
    const machine = watchStandStill();
    try {
      await this.#untilAnswered();
    } finally {
      machine.stop();
    }
    const wall = performance.now() - begun;
    // What the system tells of one process and what this one has seen itself are partly the same.
    return { wall, own: wall - Math.max(queuedTime(this.pid), machine.stoodStill()) };
  }

  async #untilAnswered(): Promise<void> {
    const env = { ...process.env, DATA_DIR: this.#dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'fatal', DEMO: '' };
    const child = spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    let said = '';
    this.origin = await new Promise<string>((resolve, reject) => {
      child.once('close', (code) => reject(new Error(`ended with ${code}: ${said.trim()}`)));
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          const [, origin] = /^Event Companion is at (http:\S+)$/m.exec(said) ?? [];
          if (origin) resolve(origin);
        });
      }
    });
    const { status } = await fetch(`${this.origin}/healthz`);
    if (status !== 200) throw new Error(`/healthz answered ${status}`);
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** `SIGKILL` gives it no chance to tidy up. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

/** Runs one of the operator's commands; gives its exit code and what it said. */
export async function operate(name: 'backup' | 'restore' | 'create-admin', args: readonly string[], dataDir: string, input = '') {
  const child = spawn(process.execPath, [`server/ops/${name}.ts`, ...args], { cwd: root, env: { ...process.env, DATA_DIR: dataDir } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: said.trim() };
}
