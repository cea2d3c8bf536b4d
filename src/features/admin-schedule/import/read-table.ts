import Papa from 'papaparse';
import type { ScheduleValues } from '../form/schedule-form.ts';
import { type Column, columnsOf, withoutApostrophe } from './table-format.ts';
import { type Imported, type ImportedLine, importLines, ImportRefused, type LineProblem, type Place } from './imported.ts';
import { dayAfter, readWritten, wallClockOf } from './written-times.ts';

/**
 * Reads a table separated by commas, semicolons or tabs with a line of headings. Times without an offset are in `timeZone` (IANA name).
 * Throws `ImportRefused`.
 */
export function readTable(text: string, timeZone: string): Imported {
  // Excel writes the separator in a first line that is not part of the table.
  const [mark = '', by] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const { data, errors } = Papa.parse<string[]>(text.slice(mark.length), { delimiter: by ?? delimiterOf(text) });
  const [heading, ...rows] = data;
  if (!heading || (rows.length === 0 && heading.every((cell) => cell.trim() === ''))) throw new ImportRefused('empty');
  const columns = columnsOf(heading);
  if (!columns.has('title') || !(columns.has('start') || columns.has('day'))) throw new ImportRefused('columns');
  const broken = new Set(errors.flatMap(({ type, row }) => (type === 'Quotes' && row !== undefined ? [row] : [])));
  const lines: ImportedLine[] = [];
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (lines.length === importLines) throw new ImportRefused('too_many');
    const line = readLine(
      (column) =>
        withoutApostrophe(cells[columns.get(column) ?? -1] ?? '')
          .replaceAll('\0', '')
          .trim(),
      timeZone,
    );
    lines.push({ ...line, number: index + 2, wrong: broken.has(index + 1) ? { line: 'quotes' } : line.wrong });
  }
  if (lines.length === 0) throw new ImportRefused('empty');
  return { kind: 'table', lines, leftOut: [], guessed: { unknownZones: [], withoutZone: 0 } };
}

/** Returns the delimiter that finds most known headings. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.split(/[\r\n]/, 1);
  const known = (delimiter: string): number => columnsOf(Papa.parse<string[]>(heading, { delimiter }).data[0] ?? []).size;
  return [',', ';', '\t'].toSorted((one, other) => known(other) - known(one))[0] as string;
}

function readLine(cell: (column: Column) => string, timeZone: string): Omit<ImportedLine, 'number'> {
  const wrong: Partial<Record<Place, LineProblem>> = {};
  const written = (column: Column, field: 'start' | 'end') => {
    const found = readWritten(cell(column), timeZone);
    if (!found) wrong[field] = 'time';
    return found ?? {};
  };
  const start = { ...written('day', 'start'), ...written('start', 'start') };
  const end = { ...written('endDay', 'end'), ...written('end', 'end') };
  const values: Partial<ScheduleValues> = {};
  for (const field of ['title', 'locationName', 'locationAddress', 'locationUrl', 'details'] as const) {
    const value = cell(field);
    if (value !== '') values[field] = value.replaceAll('\r\n', '\n').normalize();
  }
  if (start.day !== undefined && start.time !== undefined) values.start = wallClockOf(start.day, start.time);
  else if (start.day !== undefined || start.time !== undefined) wrong.start ??= 'time';
  const from = values.start?.slice(0, 10);
  if (end.time !== undefined && (end.day ?? from) !== undefined) {
    values.end = wallClockOf((end.day ?? from) as string, end.time);
    // A time without a day is the next one: a party from 22:00 to 2:00.
    if (end.day === undefined && values.end < (values.start ?? '')) values.end = wallClockOf(dayAfter(from as string), end.time);
  } else if (end.day !== undefined || end.time !== undefined) wrong.end ??= 'time';
  return { id: cell('id') || null, values, instants: null, wrong };
}
