import type { ArgsOf } from '../../../contract/resource.ts';
import type { meetups } from '../../../contract/resources/meetups.ts';
import { fromWallClock, toWallClock } from '../../i18n/wall-clock.ts';

export type CreateArgs = ArgsOf<typeof meetups, 'create'>;

/** What the form holds; `start` is wall-clock time of the event, as `datetime-local` has it. */
export interface MeetupValues {
  title: string;
  description: string;
  start: string;
}

export type Problem = 'all_fields_required' | 'skipped' | 'year';

export type Read =
  | { readonly kind: 'args'; readonly args: CreateArgs }
  | { readonly kind: 'problem'; readonly field: keyof MeetupValues; readonly problem: Problem };

/** What the form starts with; `timeZone` is the event's (IANA name). */
export function valuesOf(args: CreateArgs | null, timeZone: string): MeetupValues {
  return {
    title: args?.title ?? '',
    description: args?.description ?? '',
    start: args ? toWallClock(args.startDate, timeZone) : '',
  };
}

/** The meetup that the form describes, or what is wrong with it and the first field that it is about. */
export function readForm(values: MeetupValues, timeZone: string): Read {
  const problem = (field: keyof MeetupValues, what: Problem): Read => ({ kind: 'problem', field, problem: what });
  for (const field of ['title', 'description', 'start'] as const)
    if (values[field].trim() === '') return problem(field, 'all_fields_required');
  const start = fromWallClock(values.start, timeZone);
  if (!start) return problem('start', 'all_fields_required');
  if (start.kind === 'never') return problem('start', 'skipped');
  if (start.kind === 'year') return problem('start', 'year');
  return { kind: 'args', args: { title: values.title.trim(), description: values.description.trim(), startDate: start.instant } };
}
