import { isTimeZone } from '#contract/rules/checks.ts';
import { deletesAt, keptDays } from '#contract/rules/kept-days.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { fromWallClock, toWallClock } from '#i18n/wall-clock.ts';
import type { FormResult } from '../form-result.ts';

/** The values of an event form; `start` and `end` are wall-clock times in its `timeZone`, in the format of `datetime-local`. */
export interface EventValues {
  title: string;
  description: string;
  start: string;
  end: string;
  /** IANA name, as typed. */
  timeZone: string;
  /** BCP 47 tag or `auto`. */
  dateLocale: string;
  visible: boolean;
  codeRequired: boolean;
  /** Days after its end until personal data is deleted, as typed. */
  keptDays: string;
  /** Describes the stored header picture; a chosen file is passed separately. */
  picture: 'kept' | 'removed';
}

/** The result of the form as the contract accepts it; the picture is passed separately. */
export type EventFields = Pick<
  EventRow,
  'title' | 'description' | 'startDate' | 'endDate' | 'visible' | 'codeRequired' | 'timeZone' | 'dateLocale'
> & { keptDays?: number };

/** The known fields of the event; `keptDays` is null until an organiser chose it. */
type KnownEvent = Partial<Omit<EventFields, 'keptDays'> & Pick<EventRow, 'keptDays'>>;

/** The problem of a field; its text is `event_form.problem_<problem>`. */
export type EventProblem = 'required' | 'before_start' | 'skipped' | 'year' | 'zone' | 'days';

/** Returns the initial values. A new event (null, or its known part) gets the zone of the device, and the defaults of the specification. */
export function eventValuesOf(event: KnownEvent | null): EventValues {
  const timeZone = event?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const wallClock = (instant: string | undefined): string => (instant === undefined ? '' : toWallClock(instant, timeZone));
  return {
    title: event?.title ?? '',
    description: event?.description ?? '',
    start: wallClock(event?.startDate),
    end: wallClock(event?.endDate),
    timeZone,
    dateLocale: event?.dateLocale ?? 'de-DE',
    visible: event?.visible ?? true,
    codeRequired: event?.codeRequired ?? false,
    keptDays: String(event?.keptDays ?? keptDays.usual),
    picture: 'kept',
  };
}

/** Returns the days until personal data is deleted, or null if the server would refuse them. */
function daysOf({ keptDays: typed }: EventValues): number | null {
  const days = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return days >= keptDays.least && days <= keptDays.most ? days : null;
}

/** Returns the time (ms since the epoch) to delete personal data, or null if the end or the days are invalid. */
export function deletionOf(values: EventValues): number | null {
  const [end, days] = [isTimeZone(values.timeZone) ? fromWallClock(values.end, values.timeZone) : null, daysOf(values)];
  return end && 'instant' in end && days !== null ? deletesAt({ endDate: end.instant, keptDays: days }) : null;
}

/**
 * Returns the event that the form describes, or its problems; `base` is the initial event. An untouched time keeps its instant, and its
 * wall-clock time if the zone changes.
 */
export function readEventForm(values: EventValues, base: KnownEvent | null): FormResult<EventFields, keyof EventValues, EventProblem> {
  const wrong: Partial<Record<keyof EventValues, EventProblem>> = {};
  for (const field of ['title', 'start', 'end'] as const) if (values[field].trim() === '') wrong[field] = 'required';
  const timeZone = values.timeZone.trim();
  if (!isTimeZone(timeZone)) wrong.timeZone = timeZone === '' ? 'required' : 'zone';
  const instantOf = (field: 'start' | 'end', known: string | undefined): string => {
    if (wrong.timeZone) return '';
    if (known !== undefined && toWallClock(known, timeZone) === values[field]) return known;
    const found = fromWallClock(values[field], timeZone);
    if (found && 'instant' in found) return found.instant;
    wrong[field] ??= !found ? 'required' : found.kind === 'never' ? 'skipped' : 'year';
    return '';
  };
  const startDate = instantOf('start', base?.startDate);
  const endDate = instantOf('end', base?.endDate);
  if (startDate !== '' && endDate !== '' && Date.parse(endDate) < Date.parse(startDate)) wrong.end = 'before_start';
  const days = daysOf(values);
  if (days === null) wrong.keptDays = 'days';
  if (Object.keys(wrong).length > 0) return { kind: 'wrong', wrong };
  const { dateLocale, visible, codeRequired } = values;
  // An event without a choice keeps the default.
  const chosen = days === null || (base?.keptDays == null && days === keptDays.usual) ? {} : { keptDays: days };
  const texts = { title: values.title.trim(), description: values.description.trim() };
  return { kind: 'args', args: { ...texts, startDate, endDate, timeZone, dateLocale, visible, codeRequired, ...chosen } };
}
