import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** What a PostgreSQL on this machine takes; Linux alone tells, elsewhere it is null. */
export interface DatabaseUsage {
  /** Processor time of all of its processes so far (µs). */
  readonly cpu: number;
  /** What they hold (MB), what they share counted once. */
  readonly memory: number;
  /** Of the servers. */
  readonly connections: number;
}

/** The kernel counts a processor's time in hundredths of a second. */
const tick = 1e4;

export async function databaseUsage(url: string): Promise<DatabaseUsage | null> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number; connections: number }>(
      "select pg_backend_pid() as pid, (select count(*)::int from pg_stat_activity where application_name = 'event-companion') as connections",
    );
    const [{ pid, connections }] = rows as [(typeof rows)[number]];
    if (process.platform !== 'linux') return null;
    const all = allProcesses();
    const postmaster = all.get(pid)?.parent;
    if (postmaster === undefined) return null;
    const its = [...all].filter(([id, { parent }]) => id === postmaster || parent === postmaster);
    // What has ended meanwhile is counted by the one that began it.
    const cpu = its.reduce((sum, [id, { own, ended }]) => sum + own + (id === postmaster ? ended : 0), 0) * tick;
    const memory = its.reduce((sum, [id]) => sum + shareOf(id), 0);
    return { cpu, memory, connections };
  } finally {
    await client.end();
  }
}

interface Process {
  readonly parent: number;
  /** Ticks of the processor: its own, and those of its children that have ended. */
  readonly own: number;
  readonly ended: number;
}

function allProcesses(): Map<number, Process> {
  const found = new Map<number, Process>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const text = textOf(`/proc/${name}/stat`);
    // Its name, in brackets, may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [, parent, ...rest] = fields.map(Number);
    if (parent === undefined) continue;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.slice(9);
    found.set(Number(name), { parent, own: user + system, ended: endedUser + endedSystem });
  }
  return found;
}

/** Its proportional share (MB): a page that n processes hold counts as its nth part. */
function shareOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1_000;
}

/** Empty where the process has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
