import { isTimeZone } from '../../../../contract/rules/checks.ts';
import { deletesAt, keptDays } from '../../../../contract/rules/kept-days.ts';
import type { EventRow } from '../../../../contract/resources/events.ts';
import { fromWallClock, toWallClock } from '../../../i18n/wall-clock.ts';
import type { Reading } from '../reading.ts';

/** What a form about an event holds, new or not; `start` and `end` are wall-clock times in its `timeZone`, as `datetime-local` has them. */
export interface EventValues {
  title: string;
  description: string;
  start: string;
  end: string;
  /** IANA name, as it was typed. */
  timeZone: string;
  /** BCP 47 tag or `auto`. */
  dateLocale: string;
  visible: boolean;
  codeRequired: boolean;
  /** Days after its end until personal data is deleted, as they were typed. */
  keptDays: string;
  /** Whether the header picture that the event has is to go; a chosen one comes beside these. */
  picture: 'kept' | 'removed';
}

/** What of an event the form says, as the contract takes it; its picture comes beside it. */
export type EventFields = Pick<
  EventRow,
  'title' | 'description' | 'startDate' | 'endDate' | 'visible' | 'codeRequired' | 'timeZone' | 'dateLocale'
> & { keptDays?: number };

/** What is known of the event that a form starts with; its days are null until somebody chose them. */
type KnownEvent = Partial<Omit<EventFields, 'keptDays'> & Pick<EventRow, 'keptDays'>>;

/** What may be wrong with a field; the sentence is `event_form.problem_<problem>`. */
export type EventProblem = 'required' | 'before_start' | 'skipped' | 'year' | 'zone' | 'days';

/** What the form starts with; of a new event (null, or the part that is known) the zone is the device's, and the rest as specified. */
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

/** Days until personal data is deleted; null for none that the server takes. */
function daysOf({ keptDays: typed }: EventValues): number | null {
  const days = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return days >= keptDays.least && days <= keptDays.most ? days : null;
}

/** When personal data is deleted (ms since the epoch), as the form stands; null while its end or its days are no such. */
export function deletionOf(values: EventValues): number | null {
  const [end, days] = [isTimeZone(values.timeZone) ? fromWallClock(values.end, values.timeZone) : null, daysOf(values)];
  return end && 'instant' in end && days !== null ? deletesAt({ endDate: end.instant, keptDays: days }) : null;
}

/**
 * The event that the form describes, or what is wrong with it; `base` is what it started with. A time that was not touched stays the instant that
 * it was, and in another zone the clock's time.
 */
export function readEventForm(values: EventValues, base: KnownEvent | null): Reading<EventFields, keyof EventValues, EventProblem> {
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
  // An event for which nobody has chosen stays one.
  const chosen = days === null || (base?.keptDays == null && days === keptDays.usual) ? {} : { keptDays: days };
  const texts = { title: values.title.trim(), description: values.description.trim() };
  return { kind: 'args', args: { ...texts, startDate, endDate, timeZone, dateLocale, visible, codeRequired, ...chosen } };
}
