import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { datesFit } from '#contract/rules/event-dates.ts';
import type { Formats } from '#i18n/formats.ts';

interface EventDaysProps {
  /** Instants (ISO 8601, UTC). */
  event: { readonly startDate: string; readonly endDate: string };
  formats: Formats;
}

/** The first and last day of an event; impossible dates are reported. */
export function EventDays({ event, formats }: EventDaysProps): ReactNode {
  const { t } = useTranslation();
  const { startDate, endDate } = event;
  if (datesFit(event)) return formats.days(startDate, endDate);
  return t('event.dates_wrong', { start: formats.dateTime(startDate), end: formats.dateTime(endDate) });
}
