import { Worker } from 'node:worker_threads';
import { times } from '#contract/times.ts';
import type { CalendarProblem } from '#contract/resources/calendars.ts';
import type { Occurrences, ReadOptions } from '#contract/calendar/occurrences.ts';

/** A calendar was refused; `detail` is for the operator. */
export class CalendarRefused extends Error {
  override readonly name = 'CalendarRefused';
  readonly problem: CalendarProblem;
  readonly detail: string | null;

  constructor(problem: CalendarProblem, detail: string | null = null) {
    super(detail === null ? problem : `${problem}: ${detail}`);
    this.problem = problem;
    this.detail = detail;
  }
}

export const calendarBytes = 5 * 1024 * 1024;

export interface ThreadInput {
  readonly text: string;
  readonly options: Omit<ReadOptions, 'onSeries'>;
}

/** `ready`: reading begins. `series`: the title of the rule that is expanded next. */
export type ThreadMessage = 'ready' | { readonly series: string } | { readonly read: Occurrences } | { readonly noCalendar: string };

export interface ReadLimits {
  /** How long reading may take, in ms. */
  readonly time: number;
  readonly memory: number;
  readonly stopped?: AbortSignal;
}

/** How long (ms) a thread may take to start. */
const startTime = 20 * times.second;

export const usualLimits: ReadLimits = { time: 20 * times.second, memory: 256 };

/** Reads iCalendar text in a thread with limits of time and memory, because recurrence rules may be endless. Throws `CalendarRefused`. */
export function readCalendar(
  text: string,
  options: ThreadInput['options'],
  { time, memory, stopped }: ReadLimits = usualLimits,
): Promise<Occurrences> {
  return new Promise((resolve, reject) => {
    const workerData: ThreadInput = { text, options };
    const worker = new Worker(new URL('calendar-thread.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
    });
    let series: string | null = null;
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      stopped?.removeEventListener('abort', stop);
      settle();
      void worker.terminate();
    };
    const stop = (): void => end(() => reject(new CalendarRefused('too_much', series)));
    let timer = setTimeout(stop, startTime + time);
    if (stopped?.aborted) stop();
    stopped?.addEventListener('abort', stop);
    worker.on('message', (message: ThreadMessage) => {
      if (message === 'ready') {
        clearTimeout(timer);
        timer = setTimeout(stop, time);
      } else if ('series' in message) series = message.series;
      else if ('read' in message) end(() => resolve(message.read));
      else end(() => reject(new CalendarRefused('no_calendar', message.noCalendar)));
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError;
      if (isFull) stop();
      else end(() => reject(error));
    });
    // Other endings have settled the promise before; then this has no effect.
    worker.on('exit', stop);
  });
}
