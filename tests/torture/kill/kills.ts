import { setTimeout as pause } from 'node:timers/promises';
import type { PersonName } from '#tests/fixtures/camp.ts';
import { Random } from '#tests/simulation/world/random.ts';
import { audit, type Findings } from '../harness/audit.ts';
import { buildCampOnDisk } from '../harness/camp-on-disk.ts';
import { ServerProcess } from '../harness/server-process.ts';
import { StubbornClient } from '../harness/stubborn-client.ts';

export interface KillReport {
  readonly findings: Findings;
  readonly writes: number;
  /** Time (ms) of each start until the first answer. It depends on the machine as much as on the server. */
  readonly starts: readonly number[];
}

const writers: PersonName[] = ['author', 'participant', 'orga', 'admin'];

/** The acknowledged writes required in each life of the server, and the longest time (ms) that it may live after them. */
export const writesOfALife = 10;
const longestRest = 120;

export interface KillOptions {
  readonly kills: number;
  /** Determines the moments of the kills and the writes. */
  readonly seed: number;
  onKill?(count: number): void;
}

/** Kills the server (SIGKILL) at random moments while four clients write, and audits the database. */
export async function killWhileWriting({ kills, seed, onKill }: KillOptions): Promise<KillReport> {
  const random = new Random(seed);
  const camp = await buildCampOnDisk();
  const server = new ServerProcess(camp.dataDir);
  const clients = writers.map(
    (name) => new StubbornClient(`torture ${name}`, () => server.origin, camp.tokens[name], random.below(2 ** 32)),
  );
  const acknowledged = () => clients.reduce((sum, client) => sum + client.acknowledged, 0);
  const starts = [await server.start()];
  try {
    for (const client of clients) client.start();
    for (let count = 1; count <= kills; count += 1) {
      await until(acknowledged, acknowledged() + writesOfALife);
      await pause(random.next() * longestRest);
      await server.stop('SIGKILL');
      starts.push(await server.start());
      onKill?.(count);
    }
    await Promise.all(clients.map((client) => client.finish()));
    // An orderly stop, so that Node stores its compile cache.
    await server.stop();
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

async function until(count: () => number, enough: number): Promise<void> {
  while (count() < enough) await pause(2);
}
