import type { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Gauge } from '#server/lib/metrics.ts';
import type { StoreFigures } from '#server/store/store.ts';
import type { Load } from '../load/overload.ts';

const nanoseconds = 1e9;
const microseconds = 1e6;

/** Returns gauges of the process under the names of Prometheus clients; resets `delay`. */
export function processGauges(streams: number, delay: ReturnType<typeof monitorEventLoopDelay>): Gauge[] {
  const { user, system } = process.cpuUsage();
  const lag = delay.count === 0 ? 0 : delay.percentile(99) / nanoseconds;
  delay.reset();
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
  ];
}

/** Returns gauges of the database and, for PostgreSQL, of the connections of this process. */
export function databaseGauges({ databaseBytes, walBytes, connections }: StoreFigures): Gauge[] {
  const gauges = [{ name: 'event_companion_database_bytes', help: 'Size of the database.', value: databaseBytes }];
  if (walBytes !== undefined) gauges.push({ name: 'event_companion_wal_bytes', help: 'Size of the write-ahead log.', value: walBytes });
  if (!connections) return gauges;
  const { inUse, idle, waiting } = connections;
  return [
    ...gauges,
    { name: 'event_companion_database_connections_in_use', help: 'Connections to the database that work.', value: inUse },
    { name: 'event_companion_database_connections_idle', help: 'Connections to the database that have nothing to do.', value: idle },
    { name: 'event_companion_database_connections_waiting', help: 'Pieces of work that wait for a connection.', value: waiting },
  ];
}

const milliseconds = 1e3;

/** Returns gauges for the load: current values, and those of the last full minute if there is one. */
export function loadGauges(minute: Load | null, now: { readonly commandsWaiting: number; readonly pokesWaiting: number }): Gauge[] {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  const gauges = [
    { name: 'nodejs_heap_used_bytes', help: 'Heap in use.', value: used },
    { name: 'nodejs_heap_limit_bytes', help: 'What the heap may grow to.', value: limit },
    { name: 'event_companion_commands_waiting', help: 'Commands that wait for the writer.', value: now.commandsWaiting },
    { name: 'event_companion_pokes_waiting', help: 'Event streams that wait for their poke.', value: now.pokesWaiting },
  ];
  if (!minute) return gauges;
  const ofMinute = (name: string, help: string, value: number): Gauge => ({ name: `event_companion_minute_${name}`, help, value });
  return [
    ...gauges,
    ofMinute(
      'eventloop_lag_p99_seconds',
      'Delay of the event loop in the last full minute, 99th percentile.',
      minute.loopDelay / milliseconds,
    ),
    ofMinute('command_wait_max_seconds', 'Longest wait of a command in the last full minute.', minute.writerWait / milliseconds),
    ofMinute('pokes_waiting_max', 'Most event streams that waited for their poke in the last full minute.', minute.pokesWaiting),
    ofMinute('database_answer_seconds', 'How long the database took to answer at the end of it.', minute.databaseAnswer / milliseconds),
  ];
}
