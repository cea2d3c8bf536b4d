import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isTimeZone } from '#contract/rules/checks.ts';
import { clock } from '#i18n/clock.ts';
import { formatsFor } from '#i18n/formats.ts';
import { SelectField } from '../fields/select-field.tsx';

/** The offered locales; the API accepts any other. */
const offered = ['auto', 'de-DE', 'de-AT', 'de-CH', 'en-GB', 'en-US', 'fr-FR', 'it-IT', 'es-ES', 'nl-NL', 'da-DK', 'pl-PL', 'sv-SE'];

interface DateLocaleFieldProps {
  /** BCP 47 tag or `auto`. */
  value: string;
  /** The zone of the event (IANA name), as typed. */
  zone: string;
  onChange: (dateLocale: string) => void;
}

/** The format of dates for everybody in the event; each option shows the present moment. */
export function DateLocaleField({ value, zone, onChange }: DateLocaleFieldProps): ReactNode {
  const { t, i18n } = useTranslation();
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  const timeZone = isTimeZone(zone) ? zone : 'UTC';
  const labelOf = (dateLocale: string): string => {
    const name = dateLocale === 'auto' ? t('event_form.date_locale_auto') : names.of(new Intl.Locale(dateLocale).baseName);
    return `${name}: ${formatsFor({ dateLocale, timeZone }, i18n.language).dateTime(clock.now())}`;
  };
  return (
    <SelectField
      label={t('event_form.date_locale')}
      value={value}
      options={[...new Set([...offered, value])].map((each) => ({ value: each, label: labelOf(each) }))}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
