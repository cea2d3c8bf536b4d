import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { type Delimiter, writeRows } from '#lib/csv.ts';
import { valuesOf } from '../schedule-form.ts';
import type { Column } from './table-format.ts';

type Written = Exclude<Column, 'day' | 'endDay'>;

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
  readonly heading: (column: (typeof writtenColumns)[number]) => string;
  readonly delimiter: Delimiter;
}

/**
 * Returns entries as CSV for spreadsheets, in UTF-8 with a byte order mark and times in `timeZone` (IANA name). An apostrophe escapes
 * formulas; `readTable` removes it.
 */
export function writeTable(entries: readonly ScheduleEntry[], timeZone: string, words: TableWords): string {
  const rows = entries.map((entry) => {
    const { start, end, ...values } = valuesOf(entry, timeZone);
    const cells = { ...values, start: start.replace('T', ' '), end: end.replace('T', ' '), id: entry.id };
    return writtenColumns.map((column) => cells[column]);
  });
  return writeRows([writtenColumns.map(words.heading), ...rows], words.delimiter);
}
