import type { ArgsOf } from '#contract/resource.ts';
import type { meetups } from '#contract/resources/meetups.ts';
import type { Reading } from '#ui/forms/reading.ts';
import { fromWallClock, toWallClock } from '#i18n/wall-clock.ts';

export type CreateArgs = ArgsOf<typeof meetups, 'create'>;

/** Values of the form; `start` is a wall-clock time of the event in the format of `datetime-local`. */
export interface MeetupValues {
  title: string;
  description: string;
  start: string;
}

type Problem = 'all_fields_required' | 'missing' | 'skipped' | 'year';

/** Returns the initial values of the form in `timeZone` (IANA name). */
export function valuesOf(args: CreateArgs | null, timeZone: string): MeetupValues {
  return {
    title: args?.title ?? '',
    description: args?.description ?? '',
    start: args ? toWallClock(args.startDate, timeZone) : '',
  };
}

export function readForm(values: MeetupValues, timeZone: string): Reading<CreateArgs, keyof MeetupValues, Problem> {
  const start = fromWallClock(values.start, timeZone);
  const missing = (['title', 'description', 'start'] as const).filter(
    (field) => values[field].trim() === '' || (field === 'start' && !start),
  );
  if (missing.length > 0 || !start) {
    const fields = Object.fromEntries(missing.map((field) => [field, 'missing' as const]));
    return { kind: 'wrong', wrong: { form: 'all_fields_required', ...fields } };
  }
  if (start.kind === 'never') return { kind: 'wrong', wrong: { start: 'skipped' } };
  if (start.kind === 'year') return { kind: 'wrong', wrong: { start: 'year' } };
  return { kind: 'args', args: { title: values.title.trim(), description: values.description.trim(), startDate: start.instant } };
}
