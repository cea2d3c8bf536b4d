import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Display {
  /** The value of DISPLAY. */
  readonly name: string;
  close(): Promise<void>;
}

/** Starts a virtual screen with a window manager: without one, windows do not get the size that they request. */
export async function openDisplay(): Promise<Display> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '2560x1600x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const lines = createInterface({ input: screen.stdio[3] as NodeJS.ReadableStream });
  const [number] = (await Promise.race([once(lines, 'line'), once(screen, 'exit').then(() => [])])) as [string?];
  if (number === undefined) throw new Error('Xvfb ended at its start');
  const name = `:${number}`;
  const manager = spawn('openbox', [], { stdio: 'ignore', env: { ...process.env, DISPLAY: name } });
  return { name, close: async () => void (await Promise.all([end(manager), end(screen)])) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
