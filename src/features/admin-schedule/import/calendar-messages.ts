import type { Occurrence, Occurrences, ReadOptions } from '#contract/calendar/occurrences.ts';

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
