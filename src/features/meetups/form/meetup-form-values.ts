import type { ArgsOf } from '../../../../contract/resource.ts';
import type { meetups } from '../../../../contract/resources/meetups.ts';
import type { Reading } from '../../../ui/forms/reading.ts';
import { fromWallClock, toWallClock } from '../../../i18n/wall-clock.ts';

export type CreateArgs = ArgsOf<typeof meetups, 'create'>;

/** What the form holds; `start` is wall-clock time of the event, as `datetime-local` has it. */
export interface MeetupValues {
  title: string;
  description: string;
  start: string;
}

type Problem = 'all_fields_required' | 'skipped' | 'year';

/** What the form starts with; `timeZone` is the event's (IANA name). */
export function valuesOf(args: CreateArgs | null, timeZone: string): MeetupValues {
  return {
    title: args?.title ?? '',
    description: args?.description ?? '',
    start: args ? toWallClock(args.startDate, timeZone) : '',
  };
}

/** The meetup that the form describes, or what is wrong with it and the first field that it is about. */
export function readForm(values: MeetupValues, timeZone: string): Reading<CreateArgs, keyof MeetupValues, Problem> {
  const problem = (field: keyof MeetupValues, what: Problem) => ({ kind: 'wrong', wrong: { [field]: what } }) as const;
  for (const field of ['title', 'description', 'start'] as const)
    if (values[field].trim() === '') return problem(field, 'all_fields_required');
  const start = fromWallClock(values.start, timeZone);
  if (!start) return problem('start', 'all_fields_required');
  if (start.kind === 'never') return problem('start', 'skipped');
  if (start.kind === 'year') return problem('start', 'year');
  return { kind: 'args', args: { title: values.title.trim(), description: values.description.trim(), startDate: start.instant } };
}
