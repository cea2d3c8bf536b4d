import { times } from '#contract/times.ts';
import { scriptUrl } from '#lib/script-url.ts';
import type { CalendarInput, CalendarMessage, CalendarRead } from './calendar-worker.ts';
// oxlint-disable-next-line import/default -- by its query it is the address of a script that is bundled by itself
import workerUrl from './calendar-worker.ts?worker&url';
import { ImportRefused } from './imported.ts';

interface ReadLimits {
  /** Maximum time of reading in ms. */
  readonly time: number;
  readonly stopped?: AbortSignal | undefined;
}

/**
 * Reads a calendar in a worker that is stopped after `time`: hostile rules may run forever, and the screen must stay responsive. Rejects
 * with `ImportRefused`.
 */
export function readCalendar(input: CalendarInput, { time, stopped }: ReadLimits = { time: 10 * times.second }): Promise<CalendarRead> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(scriptUrl(workerUrl), { type: 'module' });
    let series = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      worker.terminate();
      settle();
    };
    const refuse = (...why: ConstructorParameters<typeof ImportRefused>): void => end(() => reject(new ImportRefused(...why)));
    worker.addEventListener('message', ({ data: message }: { data: CalendarMessage }) => {
      if (message === 'ready') {
        timer = setTimeout(() => refuse('too_much', series), time);
        worker.postMessage(input);
      } else if (message === 'no-calendar') refuse('calendar');
      else if ('series' in message) series = message.series;
      else end(() => resolve(message.read));
    });
    // An error before `ready` means that the code could not be loaded; later the worker ran out of memory.
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      refuse(timer === undefined ? 'failed' : 'too_much', series);
    });
    stopped?.addEventListener('abort', () => refuse('failed'));
  });
}
