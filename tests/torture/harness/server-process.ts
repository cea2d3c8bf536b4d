import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { compileCache } from '#tests/fixtures/server/compile-cache.ts';

const root = join(import.meta.dirname, '../../..');
const command = ['server/main.ts'];

const env = { ...process.env, ...compileCache };

/** A few people write more here than a whole event does. */
const boundless = { ROWS_PER_HOUR: '1000000', ROWS_PER_PERSON: '1000000' };

/** The real server as `npm run serve` starts it, on a new free port each time. */
export class ServerProcess {
  readonly #dataDir: string;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #code: string;
  #child: ChildProcess | null = null;
  /** The last origin; no server answers there while it is down. */
  origin = 'http://127.0.0.1:1';

  /** `settings` are environment variables in addition to those that every server has; `code` is the folder of another version. */
  constructor(dataDir: string, settings: Readonly<Record<string, string>> = {}, code = root) {
    this.#dataDir = dataDir;
    this.#settings = settings;
    this.#code = code;
  }

  /** Resolves with the time (ms) until its first answer. Rejects with its output if it ends before that. */
  async start(): Promise<number> {
    const begun = performance.now();
    const settings = {
      DATA_DIR: this.#dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'fatal',
      DEMO: '',
      ...boundless,
      ...this.#settings,
    };
    const child = spawn(process.execPath, command, { cwd: this.#code, env: { ...env, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    let output = '';
    this.origin = await new Promise<string>((resolve, reject) => {
      child.once('close', (code) => reject(new Error(`ended with ${code}: ${output.trim()}`)));
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          const [, origin] = /^Event Companion is at (http:\S+)$/m.exec(output) ?? [];
          if (origin) resolve(origin);
        });
      }
    });
    const { status } = await fetch(`${this.origin}/healthz`);
    if (status !== 200) throw new Error(`/healthz answered ${status}`);
    return performance.now() - begun;
  }

  async ended(): Promise<number | null> {
    const child = this.#child!;
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode;
  }

  /** Sends SIGTERM without waiting for the end. */
  requestStop(): void {
    this.#child?.kill('SIGTERM');
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

type CommandName = 'backup' | 'restore' | 'create-admin' | 'reset-link' | 'import-calendar';

/** Runs an operator's command; returns its exit code and output. */
export async function operate(
  name: CommandName,
  args: readonly string[],
  dataDir: string,
  input = '',
  settings: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [`server/ops/${name}.ts`, ...args], { cwd: root, env: { ...env, DATA_DIR: dataDir, ...settings } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output.trim() };
}
