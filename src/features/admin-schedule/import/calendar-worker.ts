import { type Occurrence, type Occurrences, readOccurrences, type ReadOptions } from '#contract/calendar/occurrences.ts';
import { NoCalendar } from '#contract/calendar/parse-calendars.ts';
import { plainText } from './plain-text.ts';

export interface CalendarInput {
  readonly text: string;
  readonly options: Pick<ReadOptions, 'from' | 'to' | 'now' | 'timeZone'>;
}

/** `ready`: accepts a calendar; `series`: title of the series that is expanded next. */
export type CalendarMessage = 'ready' | 'no-calendar' | { readonly series: string } | { readonly read: CalendarRead };

export interface CalendarEntry extends Pick<Occurrence, 'title' | 'startTime' | 'endTime' | 'allDay' | 'url'> {
  readonly uid: string;
  readonly place: string;
  readonly details: string;
}

export interface CalendarRead extends Omit<Occurrences, 'occurrences' | 'entries'> {
  readonly entries: readonly CalendarEntry[];
}

// The worker of `read-calendar.ts`.
const scope = globalThis as unknown as {
  addEventListener: (type: 'message', listen: (event: { data: CalendarInput }) => void) => void;
  postMessage: (message: CalendarMessage) => void;
};

function read({ text, options }: CalendarInput): CalendarRead {
  const contents = new Map<string, Pick<CalendarEntry, 'uid' | 'place' | 'details'>>();
  const { occurrences, ...account } = readOccurrences(text, {
    ...options,
    onSeries: (series) => scope.postMessage({ series }),
    onTaken: (key, component) => {
      const word = (name: string): string => String(component.getFirstPropertyValue(name) ?? '');
      contents.set(key, { uid: word('uid'), place: plainText(word('location')), details: plainText(word('description')) });
    },
  });
  const entries = occurrences.map(({ key, title, startTime, endTime, allDay, url }) => {
    return { title, startTime, endTime, allDay, url, ...(contents.get(key) ?? { uid: '', place: '', details: '' }) };
  });
  return { ...account, entries };
}

scope.addEventListener('message', ({ data }) => {
  try {
    scope.postMessage({ read: read(data) });
  } catch (error) {
    if (!(error instanceof NoCalendar)) throw error;
    scope.postMessage('no-calendar');
  }
});
scope.postMessage('ready');
