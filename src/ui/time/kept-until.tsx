import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { deletionOf } from '#contract/rules/kept-days.ts';
import type { Formats } from '#i18n/formats.ts';

/** The date until which personal data of an event is kept; shown before a person joins. */
export function KeptUntil({ event, formats }: { event: Parameters<typeof deletionOf>[0]; formats: Formats }): ReactNode {
  const { t } = useTranslation();
  return t('event.kept_until', { date: formats.longDate(new Date(deletionOf(event)).toISOString()) });
}
