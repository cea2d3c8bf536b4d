import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Gauge } from './metrics.ts';
import { databaseName } from '../state-files.ts';

const nanoseconds = 1e9;
const microseconds = 1e6;

/** How the process and its database are; `delay` is read and begun anew. Names are those that Prometheus clients use. */
export function processGauges(dataDir: string, streams: number, delay: ReturnType<typeof monitorEventLoopDelay>): Gauge[] {
  const { user, system } = process.cpuUsage();
  const lag = delay.count === 0 ? 0 : delay.percentile(99) / nanoseconds;
  delay.reset();
  const database = join(dataDir, databaseName);
  return [
    { name: 'process_cpu_seconds_total', help: 'Processor time used.', value: (user + system) / microseconds },
    { name: 'process_resident_memory_bytes', help: 'Memory in use.', value: process.memoryUsage.rss() },
    {
      name: 'process_start_time_seconds',
      help: 'Start of the process, since the epoch.',
      value: (Date.now() - process.uptime() * 1_000) / 1_000,
    },
    { name: 'nodejs_eventloop_lag_p99_seconds', help: 'Delay of the event loop since the last look, 99th percentile.', value: lag },
    { name: 'event_companion_streams', help: 'Event streams that are open.', value: streams },
    { name: 'event_companion_database_bytes', help: 'Size of the database file.', value: sizeOf(database) },
    { name: 'event_companion_wal_bytes', help: 'Size of the write-ahead log.', value: sizeOf(`${database}-wal`) },
  ];
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
