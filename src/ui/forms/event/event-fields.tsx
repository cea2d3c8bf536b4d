import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isTimeZone } from '#contract/rules/checks.ts';
import { keptDays } from '#contract/rules/kept-days.ts';
import { limits } from '#contract/limits.ts';
import { clock } from '#i18n/clock.ts';
import { formatsFor } from '#i18n/formats.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { SelectField } from '../fields/select-field.tsx';
import styles from './event-fields.module.css';
import { deletionOf, type EventValues } from './event-form.ts';
import { Locked } from '../locked.tsx';
import { Switch } from '../fields/switch.tsx';
import { TextArea } from '../fields/text-area.tsx';
import { TextField } from '../fields/text-field.tsx';
import type { Form } from '../use-form.ts';
import { WallClockNotes } from './wall-clock-notes.tsx';

interface EventFieldsProps {
  form: Form<keyof EventValues>;
  values: EventValues;
  onChange: (part: Partial<EventValues>) => void;
}

/** Returns a sentence with the date on which personal data is deleted, and how to change it; empty if there is no date. */
function useDeletion(values: EventValues): string {
  const { t } = useTranslation();
  const formats = useFormats(values);
  const at = deletionOf(values);
  if (at === null) return '';
  const date = formats.longDate(new Date(at).toISOString());
  return t(at > clock.now() ? 'event_form.deletion' : 'event_form.deletion_past', { date });
}

export function EventFields({ form, values, onChange }: EventFieldsProps): ReactNode {
  const { t } = useTranslation();
  const field = (name: 'title' | 'start' | 'end') => ({
    ...form.field(name),
    value: values[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <>
      <TextField {...field('title')} label={t('event_form.title')} required maxLength={limits.titleLength} />
      <div className={styles.pair}>
        <TextField {...field('start')} label={t('event_form.start')} type="datetime-local" required />
        <TextField {...field('end')} label={t('event_form.end')} type="datetime-local" required min={values.start || undefined} />
      </div>
      {isTimeZone(values.timeZone) && <WallClockNotes values={[values.start, values.end]} timeZone={values.timeZone} />}
      <ZoneField {...form.field('timeZone')} value={values.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
    </>
  );
}

export function MoreEventFields({ form, values, onChange }: EventFieldsProps): ReactNode {
  const { t } = useTranslation();
  const deletion = useDeletion(values);
  return (
    <>
      <TextArea
        {...form.field('description')}
        label={t('event_form.description')}
        value={values.description}
        maxLength={limits.textLength}
        onChange={(description) => onChange({ description })}
      />
      <TextField
        {...form.field('keptDays')}
        label={t('event_form.kept_days')}
        hint={`${t('event_form.kept_days_hint', { least: keptDays.least, most: keptDays.most })} ${deletion}`.trim()}
        inputMode="numeric"
        value={values.keptDays}
        onChange={({ target }) => onChange({ keptDays: target.value })}
      />
      <Locked locked={form.busy}>
        <DateLocaleField value={values.dateLocale} zone={values.timeZone} onChange={(dateLocale) => onChange({ dateLocale })} />
        <Switch
          label={t('event_form.visible')}
          hint={t('event_form.visible_hint')}
          checked={values.visible}
          onChange={(visible) => onChange({ visible })}
        />
        <Switch
          label={t('event_form.code_required')}
          hint={t('event_form.code_required_hint')}
          checked={values.codeRequired}
          onChange={(codeRequired) => onChange({ codeRequired })}
        />
      </Locked>
    </>
  );
}

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
function DateLocaleField({ value, zone, onChange }: DateLocaleFieldProps): ReactNode {
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

interface ZoneFieldProps {
  /** IANA name, as typed. */
  value: string;
  onChange: (zone: string) => void;
  name: string;
  error: string | null;
  stale: boolean;
  readOnly: boolean;
}

/** A time zone by name; the browser suggests the zones that contain the typed text. */
function ZoneField({ onChange, ...field }: ZoneFieldProps): ReactNode {
  const { t } = useTranslation();
  const list = useId();
  return (
    <>
      <TextField
        {...field}
        label={t('event_form.time_zone')}
        hint={t('event_form.time_zone_hint')}
        required
        list={list}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
    </>
  );
}

const zones: readonly string[] = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])];
