import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Formats, formatsFor } from './formats.ts';

/** Returns the formats of an event in the reader's language; in UTC without an event. */
export function useFormats(event: { dateLocale: string; timeZone: string } | undefined): Formats {
  const { i18n } = useTranslation();
  const language = i18n.language;
  const { dateLocale = 'auto', timeZone = 'UTC' } = event ?? {};
  return useMemo(() => formatsFor({ dateLocale, timeZone }, language), [dateLocale, timeZone, language]);
}
