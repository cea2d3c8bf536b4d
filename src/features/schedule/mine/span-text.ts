import type { TFunction } from 'i18next';
import { times } from '#contract/times.ts';

/** Returns "45 min", "2 h" or "1 h 30 min" for a span in ms, rounded down to minutes. */
export function spanText(t: TFunction, span: number): string {
  const all = Math.floor(span / times.minute);
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  if (hours === 0) return t('agenda.minutes', { minutes });
  return minutes === 0 ? t('agenda.hours', { hours }) : t('agenda.hours_minutes', { hours, minutes });
}
