import { setTimeout as pause } from 'node:timers/promises';
import type { PersonName } from '../fixtures/camp.ts';
import { audit, type Findings } from './harness/audit.ts';
import { buildCampOnDisk } from './harness/camp-on-disk.ts';
import { ServerProcess, type StartTime } from './harness/server-process.ts';
import { StubbornClient } from './harness/stubborn-client.ts';

export interface KillReport {
  readonly findings: Findings;
  readonly writes: number;
  readonly starts: readonly StartTime[];
}

const writers: PersonName[] = ['author', 'participant', 'orga', 'admin'];

/** The longest time (ms) that a server is let live once it has acknowledged something. */
const longestLife = 120;

/** Kills the server (SIGKILL) `kills` times while four clients write, at moments that nobody chose, and looks at what is left. */
export async function killWhileWriting(kills: number, onKill: (count: number) => void = () => undefined): Promise<KillReport> {
  const camp = await buildCampOnDisk();
  const server = new ServerProcess(camp.dataDir);
  const clients = writers.map((name) => new StubbornClient(`torture ${name}`, () => server.origin, camp.tokens[name]));
  const acknowledged = () => clients.reduce((sum, client) => sum + client.acknowledged, 0);
  const starts = [await server.start()];
  try {
    for (const client of clients) client.start();
    for (let count = 1; count <= kills; count += 1) {
      await until((before) => acknowledged() > before, acknowledged());
      await pause(Math.random() * longestLife);
      await server.stop('SIGKILL');
      starts.push(await server.start());
      onKill(count);
    }
    await Promise.all(clients.map((client) => client.finish()));
    await server.stop('SIGKILL');
    const findings = audit(
      camp,
      clients.map((client) => client.ledger()),
    );
    return { findings, writes: acknowledged(), starts };
  } finally {
    await server.stop('SIGKILL');
    camp.remove();
  }
}

async function until(holds: (before: number) => boolean, before: number): Promise<void> {
  while (!holds(before)) await pause(2);
}
