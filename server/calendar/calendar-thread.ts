import { parentPort, workerData } from 'node:worker_threads';
import { readOccurrences } from '#contract/calendar/occurrences.ts';
import { NoCalendar } from '#contract/calendar/parse-calendars.ts';
import type { ThreadInput, ThreadMessage } from './read-calendar.ts';

/** Runs in the thread of `read-calendar.ts`. */
const { text, options } = workerData as ThreadInput;
const post = (message: ThreadMessage): void => parentPort?.postMessage(message);

post('ready');
try {
  post({ read: readOccurrences(text, { ...options, onSeries: (title) => post({ series: title }) }) });
} catch (error) {
  if (!(error instanceof NoCalendar)) throw error;
  post({ noCalendar: error.message });
}
