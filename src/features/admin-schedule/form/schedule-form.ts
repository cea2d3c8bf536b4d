import type { Refusal } from '#contract/errors.ts';
import { isSafeUrl } from '#contract/rules/checks.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { fromWallClock, toWallClock } from '#i18n/wall-clock.ts';
import type { FormResult } from '#ui/forms/form-result.ts';

/** Values of the form; `start` and `end` are wall-clock times of the event in the format of `datetime-local`. */
export interface ScheduleValues {
  title: string;
  start: string;
  end: string;
  locationName: string;
  locationUrl: string;
  locationAddress: string;
  details: string;
}

export type ScheduleFields = Omit<ScheduleEntry, 'id' | 'version' | 'eventId'>;

type Problem = 'required' | 'url' | 'before_start' | 'skipped' | 'year';

/** Returns the initial values of the form in `timeZone` (IANA name). */
export function valuesOf(entry: Partial<ScheduleFields> | null, timeZone: string): ScheduleValues {
  const wallClock = (instant: string | undefined): string => (instant === undefined ? '' : toWallClock(instant, timeZone));
  return {
    title: entry?.title ?? '',
    start: wallClock(entry?.startDate),
    end: wallClock(entry?.endDate),
    locationName: entry?.locationName ?? '',
    locationUrl: entry?.locationUrl ?? '',
    locationAddress: entry?.locationAddress ?? '',
    details: entry?.details ?? '',
  };
}

/** Returns the entry of the form, or its problems. An untouched time keeps its instant. */
export function readForm(
  values: ScheduleValues,
  base: Partial<ScheduleFields> | null,
  timeZone: string,
): FormResult<ScheduleFields, keyof ScheduleValues, Problem> {
  const problems: Partial<Record<keyof ScheduleValues, Problem>> = {};
  for (const field of ['title', 'start', 'end', 'locationName'] as const) if (values[field].trim() === '') problems[field] = 'required';
  const url = values.locationUrl.trim();
  if (url !== '' && !isSafeUrl(url)) problems.locationUrl = 'url';
  const instantOf = (field: 'start' | 'end', known: string | undefined): string => {
    if (known !== undefined && toWallClock(known, timeZone) === values[field]) return known;
    const found = fromWallClock(values[field], timeZone);
    if (found && 'instant' in found) return found.instant;
    problems[field] ??= !found ? 'required' : found.kind === 'never' ? 'skipped' : 'year';
    return '';
  };
  const startDate = instantOf('start', base?.startDate);
  const endDate = instantOf('end', base?.endDate);
  if (startDate !== '' && endDate !== '' && Date.parse(endDate) < Date.parse(startDate)) problems.end = 'before_start';
  if (Object.keys(problems).length > 0) return { kind: 'wrong', wrong: problems };
  const orNull = (value: string): string | null => (value.trim() === '' ? null : value.trim());
  const fields = {
    title: values.title.trim(),
    details: orNull(values.details),
    startDate,
    endDate,
    locationName: values.locationName.trim(),
    locationUrl: orNull(url),
    locationAddress: orNull(values.locationAddress),
  };
  return { kind: 'args', args: fields };
}

/** Returns whether the contract refused an end before the start. */
export function endsBeforeStart({ details: { issues = [] } }: Refusal): boolean {
  return issues.some(({ path, message }) => path === 'endDate' && message === 'before_start');
}
