import { parentPort, workerData } from 'node:worker_threads';
import { readOccurrences } from '#contract/calendar/occurrences.ts';
import { NoCalendar } from '#contract/calendar/parse-calendars.ts';
import type { ThreadInput, ThreadMessage } from './read-calendar.ts';

/** Runs in the thread of `read-calendar.ts`. */
const { text, options } = workerData as ThreadInput;
const say = (message: ThreadMessage): void => parentPort?.postMessage(message);

say('ready');
try {
  say({ read: readOccurrences(text, { ...options, onSeries: (title) => say({ series: title }) }) });
} catch (error) {
  if (!(error instanceof NoCalendar)) throw error;
  say({ noCalendar: error.message });
}
