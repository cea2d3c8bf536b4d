import Papa from 'papaparse';
import type { ScheduleEntry } from '../../../../contract/resources/schedule.ts';
import { valuesOf } from '../schedule-form.ts';
import type { Column } from './columns.ts';
import { formula } from './harmless-cells.ts';

type Written = Exclude<Column, 'day' | 'endDay'>;

/** In the order in which they are written. */
export const writtenColumns = [
  'title',
  'start',
  'end',
  'locationName',
  'locationAddress',
  'locationUrl',
  'details',
  'id',
] as const satisfies readonly Written[];

export interface TableWords {
  /** What a column is called. */
  readonly heading: (column: (typeof writtenColumns)[number]) => string;
  /** What parts the cells: the semicolon where the comma is that of numbers. */
  readonly delimiter: ';' | ',';
}

/**
 * Entries as a table that spreadsheets open, in UTF-8 with its mark. Times are those of the event's zone (IANA name). A cell that would be a
 * formula has an apostrophe before it, which reading takes away again.
 */
export function writeTable(entries: readonly ScheduleEntry[], timeZone: string, words: TableWords): string {
  const rows = entries.map((entry) => {
    const { start, end, ...values } = valuesOf(entry, timeZone);
    const cells = { ...values, start: start.replace('T', ' '), end: end.replace('T', ' '), id: entry.id };
    return writtenColumns.map((column) => cells[column]);
  });
  return writeRows([writtenColumns.map(words.heading), ...rows], words.delimiter);
}

/** Rows of a table as its text, with the mark of its encoding. */
export function writeRows(rows: readonly (readonly string[])[], delimiter: TableWords['delimiter']): string {
  return `\ufeff${Papa.unparse(rows as string[][], { delimiter, escapeFormulae: formula })}`;
}
