import type { LeftOut } from '#contract/calendar/left-out.ts';
import type { ScheduleValues } from '../form/schedule-form.ts';

/** Problems of a line, in addition to those of form fields. */
export type LineProblem =
  | 'required'
  | 'url'
  | 'before_start'
  | 'skipped'
  | 'year'
  /** The text is not a readable time. */
  | 'time'
  | 'too_long'
  /** A quotation mark is unclosed or misplaced. */
  | 'quotes'
  /** Another line is about the same entry. */
  | 'twice';

export type Place = keyof ScheduleValues | 'line';

/** One entry of a file. Missing and empty values leave the existing ones unchanged. */
export interface ImportedLine {
  /** Line of the table, from 1, including the heading; null in a calendar. */
  readonly number: number | null;
  readonly id: string | null;
  /** Times are wall-clock times of the event in the format of `datetime-local`. */
  readonly values: Readonly<Partial<ScheduleValues>>;
  /** Exact instants of these times if the file has them (ISO 8601, UTC). */
  readonly instants: { readonly start: string; readonly end: string } | null;
  readonly wrong: Readonly<Partial<Record<Place, LineProblem>>>;
}

export interface Imported {
  readonly kind: 'table' | 'calendar';
  readonly lines: readonly ImportedLine[];
  /** Calendar entries that are not imported, by reason, with titles and count. */
  readonly leftOut: readonly { readonly why: LeftOut; readonly titles: readonly string[]; readonly count: number }[];
  /** Unknown zones of a calendar, and the number of entries without a zone; their times are read in the zone of the event. */
  readonly guessed: { readonly unknownZones: readonly string[]; readonly withoutZone: number };
}

/**
 * Reasons to refuse a source. `too_large`, `too_many`: beyond the limits; `columns`: required columns are missing; `too_much`: the calendar
 * cannot be read in bounded time; `failed`: the worker could not be loaded.
 */
export type ImportProblem = 'empty' | 'too_large' | 'too_many' | 'columns' | 'calendar' | 'too_much' | 'failed';

/** Refuses the whole source. `detail` names the cause, such as the title of a series. */
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

/** Maximum size of a source in bytes, and of its entries. */
export const importBytes = 2 * 1024 * 1024;
export const importLines = 2_000;
