import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { noFindings } from './harness/audit.ts';
import { buildCampOnDisk } from './harness/camp-on-disk.ts';
import { ServerProcess } from './harness/server-process.ts';
import { killWhileWriting } from './kill/kills.ts';
import { type ObstructionReport, writeThrough } from './obstruction.ts';
import { noServerFindings } from './servers/audit-servers.ts';
import { playRounds } from './servers/rounds.ts';

// `npm run torture -- --kills 200 --rounds 100 --seed 7`: kills the real server while it writes, and fills its disk; then plays rounds with
// three servers on one PostgreSQL, with a fault in each.
const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
const number = (otherwise: string) => ({ type: 'string', default: otherwise }) as const;
const { values } = parseArgs({ options: { kills: number('200'), rounds: number('100'), seed: number(today) } });
const [kills, rounds, seed] = [Number(values.kills), Number(values.rounds), Number(values.seed)];

console.log(`${kills} kills, seed ${seed}`);
const report = await killWhileWriting({ kills, seed, onKill: (count) => count % 20 === 0 && console.log(`${count} kills`) });
console.log(`${report.writes} acknowledged writes; up again after (ms): ${spread(report.starts)}`);
judge('kills', isDeepStrictEqual(report.findings, noFindings), report.findings);

if (process.platform === 'linux' && process.getuid?.() === 0) {
  const full = await fillDisk();
  const { refusal, reads, slowestRead } = full;
  console.log(`full disk: ${refusal.status} ${refusal.error}; reads ${reads.join(' ')}, the slowest ${Math.round(slowestRead)} ms`);
  const isClean = isDeepStrictEqual(full.findings, noFindings);
  judge('full disk', isClean && refusal.status === 507 && reads.every((status) => status === 200), full.findings);
} else console.log('full disk: left out, a disk of its own takes root on Linux; npm test has it with a limit on the database');

console.log(`${rounds} rounds with three servers, seed ${seed}`);
const played = await playRounds({ rounds, seed, onRound: (count) => count % 20 === 0 && console.log(`${count} rounds`) });
console.log(
  `${played.writes} acknowledged writes, ${played.announcements} announcements, ${played.pushes} pushes, ${played.missed} missed`,
);
for (const [kind, ofKind] of Map.groupBy(played.rounds, (round) => round.kind))
  console.log(`${ofKind.length} × ${kind}: all acknowledge again after (ms): ${spread(ofKind.map(({ recovery }) => recovery))}`);
judge('rounds', isDeepStrictEqual(played.findings, noServerFindings), played.findings);

function spread(times: readonly number[]): string {
  const sorted = times.map(Math.round).toSorted((one, other) => one - other);
  return `median ${sorted[Math.floor(sorted.length / 2)]}, at most ${sorted.at(-1)}`;
}

function judge(name: string, ok: boolean, findings: object): void {
  console.log(`${name}: ${ok ? 'ok' : 'FAILED'} ${JSON.stringify(findings)}`);
  if (!ok) process.exitCode = 1;
}

/** Uses a small file system in memory, which a second file fills up. */
async function fillDisk(): Promise<ObstructionReport> {
  const disk = mkdtempSync(join(tmpdir(), 'event-companion-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]);
  const filler = join(disk, 'filler');
  try {
    const camp = await buildCampOnDisk(disk);
    const server = new ServerProcess(camp.dataDir);
    try {
      await server.start();
      return await writeThrough(camp, server.origin, {
        begin: () => fillUp(filler),
        lift: () => rmSync(filler),
      });
    } finally {
      await server.stop('SIGKILL');
    }
  } finally {
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  }
}

/** Writes until no byte fits, although others write to the same disk. */
function fillUp(path: string): void {
  const chunk = Buffer.alloc(4096);
  try {
    for (;;) appendFileSync(path, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
