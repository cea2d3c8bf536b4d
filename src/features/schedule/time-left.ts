import type { TFunction } from 'i18next';
import { times } from '#contract/times.ts';

/** Returns "12 min left", "1 h 5 min left" or, from a day on, "25 h left". `end` is an instant (ISO 8601, UTC), `now` in ms since the epoch. */
export function timeLeft(t: TFunction, end: string, now: number): string {
  const left = Math.ceil((Date.parse(end) - now) / times.minute);
  const [hours, minutes] = [Math.floor(left / 60), left % 60];
  if (hours === 0) return t('schedule_status.minutes_left', { minutes });
  return t(minutes === 0 || hours > 23 ? 'schedule_status.hours_left' : 'schedule_status.hours_minutes_left', { hours, minutes });
}
