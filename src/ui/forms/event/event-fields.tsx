import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isTimeZone } from '../../../../contract/checks.ts';
import { keptDays } from '../../../../contract/event-dates.ts';
import { limits } from '../../../../contract/limits.ts';
import { DateLocaleField } from './date-locale-field.tsx';
import styles from './event-fields.module.css';
import type { EventValues } from './event-form.ts';
import { Locked } from '../locked.tsx';
import { Switch } from '../fields/switch.tsx';
import { TextArea } from '../fields/text-area.tsx';
import { TextField } from '../fields/text-field.tsx';
import type { Form } from '../use-form.ts';
import { WallClockNotes } from './wall-clock-notes.tsx';
import { ZoneField } from './zone-field.tsx';

interface EventFieldsProps {
  form: Form<keyof EventValues>;
  values: EventValues;
  onChange: (part: Partial<EventValues>) => void;
}

/** What an event is called, and when it is: what a new one cannot do without. */
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
      <div className={styles['pair']}>
        <TextField {...field('start')} label={t('event_form.start')} type="datetime-local" required />
        <TextField {...field('end')} label={t('event_form.end')} type="datetime-local" required min={values.start || undefined} />
      </div>
      {isTimeZone(values.timeZone) && <WallClockNotes values={[values.start, values.end]} timeZone={values.timeZone} />}
      <ZoneField {...form.field('timeZone')} value={values.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
    </>
  );
}

/** What else there is to say about it, all of which has a default. */
export function MoreEventFields({ form, values, onChange }: EventFieldsProps): ReactNode {
  const { t } = useTranslation();
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
        hint={t('event_form.kept_days_hint', { least: keptDays.least, most: keptDays.most })}
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
