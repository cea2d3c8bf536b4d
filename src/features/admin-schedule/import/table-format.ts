import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { type Delimiter, writeRows } from '#lib/csv.ts';
import { valuesOf } from '#features/admin-schedule/form/schedule-form.ts';

/** Columns of a table; a day may have its own column. */
export type Column = 'id' | 'title' | 'day' | 'start' | 'endDay' | 'end' | 'locationName' | 'locationAddress' | 'locationUrl' | 'details';

/** Headings in both languages, and those of spreadsheets and calendars, lower-case, only letters and digits. */
const headings: Readonly<Record<Column, readonly string[]>> = {
  id: ['id', 'uid'],
  title: ['title', 'titel', 'name', 'subject', 'betreff', 'summary', 'event', 'session', 'programmpunkt', 'bezeichnung', 'what', 'was'],
  day: ['date', 'datum', 'day', 'tag', 'startdate', 'startdatum'],
  start: ['start', 'begin', 'beginn', 'anfang', 'from', 'von', 'starttime', 'startzeit', 'time', 'zeit', 'uhrzeit'],
  endDay: ['enddate', 'enddatum'],
  end: ['end', 'ende', 'to', 'until', 'bis', 'endtime', 'endzeit', 'finish'],
  locationName: ['place', 'ort', 'location', 'venue', 'room', 'raum', 'where', 'wo', 'locationname', 'treffpunkt'],
  locationAddress: ['address', 'adresse', 'anschrift', 'locationaddress'],
  locationUrl: ['link', 'url', 'map', 'karte', 'website', 'webseite', 'locationurl', 'linktoamap', 'linkzurkarte'],
  details: ['details', 'detail', 'einzelheiten', 'description', 'beschreibung', 'notes', 'notizen', 'info', 'text'],
};

const known = new Map(Object.entries(headings).flatMap(([column, names]) => names.map((name) => [name, column as Column] as const)));

/** Returns the index of each known column; the first of two equal ones counts. */
export function columnsOf(heading: readonly string[]): ReadonlyMap<Column, number> {
  const found = new Map<Column, number>();
  heading.forEach((name, at) => {
    const column = known.get(
      name
        .slice(0, 100)
        .toLowerCase()
        .replaceAll(/\([^)]*\)|[^\p{L}\p{N}]/gu, ''),
    );
    if (column !== undefined && !found.has(column)) found.set(column, at);
  });
  return found;
}

/** Returns the cell without the apostrophe that escaped a formula. */
export const withoutApostrophe = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

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
