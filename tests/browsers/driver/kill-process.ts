import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Kills a child unless it has ended, and waits for its end; a negative `pid` names its process group. */
export async function killProcess(child: ChildProcess, pid: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(pid, 'SIGKILL');
  await ended;
}
