import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** The resources of a PostgreSQL on this machine; null except on Linux. */
export interface DatabaseUsage {
  /** Processor time (µs) of all its processes so far. */
  readonly cpu: number;
  /** Memory (MB) of all its processes; shared memory counts once. */
  readonly memory: number;
  readonly connections: number;
}

/** The kernel counts processor time in hundredths of a second. */
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
    // The postmaster counts its processes that have ended.
    const cpu = its.reduce((sum, [id, { own, ended }]) => sum + own + (id === postmaster ? ended : 0), 0) * tick;
    const memory = its.reduce((sum, [id]) => sum + shareOf(id), 0);
    return { cpu, memory, connections };
  } finally {
    await client.end();
  }
}

interface Process {
  readonly parent: number;
  /** Processor ticks: its own, and those of its children that have ended. */
  readonly own: number;
  readonly ended: number;
}

function allProcesses(): Map<number, Process> {
  const found = new Map<number, Process>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const text = textOf(`/proc/${name}/stat`);
    // The process name, in brackets, may contain spaces and brackets.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [, parent, ...rest] = fields.map(Number);
    if (parent === undefined) continue;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.slice(9);
    found.set(Number(name), { parent, own: user + system, ended: endedUser + endedSystem });
  }
  return found;
}

/** Returns the proportional memory (MB): a page that n processes share counts as its nth part. */
function shareOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1_000;
}

/** Returns an empty text if the process has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
