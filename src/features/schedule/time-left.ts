import type { TFunction } from 'i18next';
import { times } from '#contract/times.ts';

/** Returns "12 min left" or "1 h 5 min left". `end` is an instant (ISO 8601, UTC), `now` in ms since the epoch. */
export function timeLeft(t: TFunction, end: string, now: number): string {
  const minutes = Math.ceil((Date.parse(end) - now) / times.minute);
  if (minutes < 60) return t('schedule_status.minutes_left', { minutes });
  return t('schedule_status.hours_left', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
