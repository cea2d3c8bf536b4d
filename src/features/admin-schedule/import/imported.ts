import type { LeftOut } from '../../../../contract/calendar/left-out.ts';
import type { ScheduleValues } from '../schedule-form.ts';

/** What may be wrong with a line, beside what a form says of its fields. */
export type LineProblem =
  | 'required'
  | 'url'
  | 'before_start'
  | 'skipped'
  | 'year'
  /** What is written there is no time that can be read. */
  | 'time'
  | 'too_long'
  /** A quotation mark is not closed, or stands where it must not. */
  | 'quotes'
  /** Another line is about the same entry. */
  | 'twice';

export type Place = keyof ScheduleValues | 'line';

/** One entry as a file has it. What is not said, or empty, leaves what is there. */
export interface ImportedLine {
  /** In the table, from 1, with its heading; null in a calendar. */
  readonly number: number | null;
  /** That it was exported with. */
  readonly id: string | null;
  /** Times are wall-clock times of the event, as `datetime-local` has them. */
  readonly values: Readonly<Partial<ScheduleValues>>;
  /** The exact moments of these times, where the file knows them (ISO 8601, UTC). */
  readonly instants: { readonly start: string; readonly end: string } | null;
  readonly wrong: Readonly<Partial<Record<Place, LineProblem>>>;
}

export interface Imported {
  readonly kind: 'table' | 'calendar';
  readonly lines: readonly ImportedLine[];
  /** Of a calendar: entries that are no lines, by their titles, and how many were too many. */
  readonly leftOut: readonly { readonly why: LeftOut; readonly titles: readonly string[]; readonly count: number }[];
  /** The zones of a calendar that nobody knows, and how many entries name none; their times were read by the event's clock. */
  readonly guessed: { readonly unknownZones: readonly string[]; readonly withoutZone: number };
}

/**
 * Why nothing was read. `empty`: there is nothing in it; `too_large`, `too_many`: it is beyond the limits; `columns`: a table without the
 * columns that it needs; `too_much`: a calendar that cannot be read in a bounded time; `failed`: what reads it could not be had.
 */
export type ImportProblem = 'empty' | 'too_large' | 'too_many' | 'columns' | 'calendar' | 'too_much' | 'failed';

/** The file as a whole cannot be taken. `detail` is what it hangs on, such as the title of a series. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
  readonly problem: ImportProblem;
  readonly detail: string;

  constructor(problem: ImportProblem, detail = '') {
    super(`${problem} ${detail}`);
    this.problem = problem;
    this.detail = detail;
  }
}

/** Of a file, in bytes, and of the entries in it. */
export const importBytes = 2 * 1024 * 1024;
export const importLines = 2_000;
