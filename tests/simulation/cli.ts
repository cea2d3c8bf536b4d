import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startHome } from '../fixtures/databases/postgres-home.ts';
import { games, playInThreads, traceOf } from './play-in-threads.ts';
import { scenarios } from './scenarios.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    scenario: { type: 'string' },
    /** `file`: one server on SQLite. `postgres`: several servers. */
    on: { type: 'string', default: 'file' },
    servers: { type: 'string', default: '3' },
    threads: { type: 'string', default: String(availableParallelism()) },
    trace: { type: 'boolean', default: false },
  },
});
const names = values.scenario === undefined ? Object.keys(scenarios) : [values.scenario];
const postgres = values.on === 'postgres' ? await startHome() : undefined;
// Also stops PostgreSQL when the process receives a signal.
if (postgres)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void postgres.stop().finally(() => process.exit(1)));
const hosting = postgres && { home: postgres.home, servers: Number(values.servers) };
const all = names.flatMap((name) => games(name, Number(values.from), Number(values.seeds), hosting));
const failed: string[] = [];

try {
  await playInThreads(all, Number(values.threads), (played) => {
    const { scenario, seed, violations } = played;
    if (violations.length > 0) failed.push(`${scenario} ${seed}`);
    if (violations.length > 0 || values.trace) process.stdout.write(traceOf(played));
  });
} finally {
  await postgres?.stop();
}
process.stdout.write(
  `${all.length - failed.length} of ${all.length} seeds kept every promise${failed.length > 0 ? `; broken by ${failed.join(', ')}` : ''}\n`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
