import { limits } from '#contract/limits.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { toWallClock } from '#i18n/wall-clock.ts';
import { changedFields } from '#ui/forms/row-form.ts';
import { readForm, type ScheduleFields, type ScheduleValues, valuesOf } from '../form/schedule-form.ts';
import type { ImportedLine, LineProblem, Place } from './imported.ts';

/** The effect of a line. `sameName` is an existing entry with the same name on that day. */
export type Step = { readonly line: ImportedLine } & (
  | { readonly kind: 'new'; readonly fields: ScheduleFields; readonly sameName: ScheduleEntry | null }
  | { readonly kind: 'changed'; readonly row: ScheduleEntry; readonly changes: Partial<ScheduleFields> }
  | { readonly kind: 'same' }
  | { readonly kind: 'wrong'; readonly wrong: Readonly<Partial<Record<Place, LineProblem>>> }
);

interface Surroundings {
  /** The zone of the event (IANA name). */
  readonly timeZone: string;
  /** The place of new entries for which the file names none; empty if none is chosen. */
  readonly place: string;
}

/** Returns the effect of an import, line by line. Nothing is removed; repeating the same file changes nothing. Pure. */
export function planOf(lines: readonly ImportedLine[], rows: readonly ScheduleEntry[], surroundings: Surroundings): Step[] {
  const found = match(lines, rows, surroundings.timeZone);
  const others = byName(rows, new Set(found.values()), surroundings.timeZone);
  return lines.map((line): Step => {
    if (Object.keys(line.wrong).length > 0) return { kind: 'wrong', line, wrong: line.wrong };
    const row = found.get(line) ?? null;
    if (row === 'twice') return { kind: 'wrong', line, wrong: { line: 'twice' } };
    const step = row ? changeOf(line, row, surroundings.timeZone) : additionOf(line, surroundings);
    if (step.kind !== 'new') return { line, ...step };
    return { line, ...step, sameName: others.get(keyOf(step.fields.title, line.values.start?.slice(0, 10))) ?? null };
  });
}

/** Matches each line with an entry by id, else by title and start, each entry once. A second line about the same entry is `twice`. */
function match(
  lines: readonly ImportedLine[],
  rows: readonly ScheduleEntry[],
  timeZone: string,
): Map<ImportedLine, ScheduleEntry | 'twice'> {
  const found = new Map<ImportedLine, ScheduleEntry | 'twice'>();
  const free = new Map(rows.map((row) => [row.id, row]));
  const ids = new Set(free.keys());
  const seen = new Set<string>();
  const named = (line: ImportedLine): boolean => line.id !== null && ids.has(line.id.toLowerCase());
  for (const line of lines.filter(named)) {
    const id = String(line.id).toLowerCase();
    found.set(line, free.get(id) ?? 'twice');
    free.delete(id);
    seen.add(keyOf(line.values.title, line.values.start));
  }
  const byKey = new Map<string, ScheduleEntry[]>();
  for (const row of free.values()) {
    const key = keyOf(row.title, toWallClock(row.startDate, timeZone));
    byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  for (const line of lines.filter((one) => !named(one) && Object.keys(one.wrong).length === 0)) {
    const key = keyOf(line.values.title, line.values.start);
    const row = byKey.get(key)?.shift();
    if (row) found.set(line, row);
    else if (seen.has(key)) found.set(line, 'twice');
    seen.add(key);
  }
  return found;
}

function byName(rows: readonly ScheduleEntry[], taken: ReadonlySet<unknown>, timeZone: string): Map<string, ScheduleEntry> {
  return new Map(
    rows.filter((row) => !taken.has(row)).map((row) => [keyOf(row.title, toWallClock(row.startDate, timeZone).slice(0, 10)), row]),
  );
}

const keyOf = (title = '', start = ''): string => `${folded(title)}\n${start}`;

const oneLine = (text: string): string => text.normalize().replaceAll(/\s+/g, ' ').trim();

function inOneLine(values: Partial<ScheduleValues>): Partial<ScheduleValues> {
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, field === 'details' ? value : oneLine(value)]));
}

const folded = (title: string): string => oneLine(title).toLowerCase();

/** Returns whether two values of a field are equal apart from spaces. */
function isSame(field: keyof ScheduleValues, one: string, other: string): boolean {
  const plain = (text: string): string => (field === 'details' ? text.normalize().replaceAll('\r\n', '\n').trim() : oneLine(text));
  return plain(one) === plain(other);
}

type Change = { kind: 'changed'; row: ScheduleEntry; changes: Partial<ScheduleFields> } | { kind: 'same' };
type Wrong = { kind: 'wrong'; wrong: Partial<Record<Place, LineProblem>> };

function changeOf(line: ImportedLine, row: ScheduleEntry, timeZone: string): Change | Wrong {
  const before = valuesOf(row, timeZone);
  const completed = withEnd(line, row, timeZone);
  const others = Object.entries(inOneLine(completed.values)).filter(([name, value]) => {
    const field = name as keyof ScheduleValues;
    // Calendars write name and address in one property.
    if (field === 'locationName' && isSame(field, value, [row.locationName, row.locationAddress].filter(Boolean).join(', '))) return false;
    return !isSame(field, value, before[field]);
  });
  const start =
    before.start === completed.values.start && isSameMinute(completed.instants?.start, row.startDate)
      ? row.startDate
      : completed.instants?.start;
  const end =
    before.end === completed.values.end && isSameMinute(completed.instants?.end, row.endDate) ? row.endDate : completed.instants?.end;
  const base = { ...row, startDate: start ?? row.startDate, endDate: end ?? row.endDate };
  const tooLong = longOnes(Object.fromEntries(others));
  if (tooLong) return { kind: 'wrong', wrong: tooLong };
  const read = readForm({ ...before, ...Object.fromEntries(others) }, base, timeZone);
  if (read.kind === 'wrong') return { kind: 'wrong', wrong: read.wrong };
  const changed = new Set(others.map(([name]) => fieldOf[name as keyof ScheduleValues]));
  const { startDate, endDate, ...rest } = read.args;
  const fields = Object.fromEntries(Object.entries(rest).filter(([field]) => changed.has(field as keyof ScheduleFields)));
  const changes = changedFields({ ...fields, startDate, endDate }, row);
  return Object.keys(changes).length > 0 ? { kind: 'changed', row, changes } : { kind: 'same' };
}

/** Returns the values of a line; if it has a start but no end, with an end that keeps the length. */
function withEnd(line: ImportedLine, row: ScheduleEntry, timeZone: string): Pick<ImportedLine, 'values' | 'instants'> {
  const { start, end } = line.values;
  const before = valuesOf(row, timeZone);
  if (end !== undefined || start === undefined || start === before.start) return line;
  const wall = (value: string): number => Date.parse(`${value}Z`);
  const later = new Date(wall(start) + wall(before.end) - wall(before.start));
  return { ...line, values: { ...line.values, end: later.toISOString().slice(0, 16) } };
}

function additionOf(line: ImportedLine, { timeZone, place }: Surroundings): { kind: 'new'; fields: ScheduleFields } | Wrong {
  const values = { ...valuesOf(null, timeZone), ...inOneLine(line.values) };
  if (values.locationName === '') values.locationName = place;
  const tooLong = longOnes(values);
  if (tooLong) return { kind: 'wrong', wrong: tooLong };
  const base = line.instants && { startDate: line.instants.start, endDate: line.instants.end };
  const read = readForm(values, base, timeZone);
  return read.kind === 'wrong' ? { kind: 'wrong', wrong: read.wrong } : { kind: 'new', fields: read.args };
}

/** Returns whether the instant of the file, if any, is in the same minute as the known one. */
function isSameMinute(instant: string | undefined, known: string): boolean {
  return instant === undefined || Math.floor(Date.parse(instant) / 60_000) === Math.floor(Date.parse(known) / 60_000);
}

const fieldOf: Readonly<Record<keyof ScheduleValues, keyof ScheduleFields>> = {
  title: 'title',
  start: 'startDate',
  end: 'endDate',
  locationName: 'locationName',
  locationUrl: 'locationUrl',
  locationAddress: 'locationAddress',
  details: 'details',
};

/** Maximum lengths in UTF-16 code units, as in the fields of the form. */
const longest = {
  title: limits.titleLength,
  locationName: limits.titleLength,
  locationAddress: 500,
  locationUrl: 2_000,
  details: limits.textLength,
} as const;

function longOnes(values: Partial<ScheduleValues>): Partial<Record<Place, LineProblem>> | null {
  const long = Object.entries(longest).filter(([field, most]) => (values[field as keyof typeof longest] ?? '').length > most);
  return long.length === 0 ? null : Object.fromEntries(long.map(([field]) => [field, 'too_long' as const]));
}
