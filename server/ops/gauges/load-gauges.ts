import { getHeapStatistics } from 'node:v8';
import type { Gauge } from '#server/lib/metrics.ts';
import type { Load } from '../load/overload.ts';

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
