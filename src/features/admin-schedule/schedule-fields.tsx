import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import type { Form } from '#ui/forms/use-form.ts';
import { WallClockNotes } from '#ui/forms/event/wall-clock-notes.tsx';
import styles from './admin-schedule.module.css';
import type { ScheduleValues } from './schedule-form.ts';

interface ScheduleFieldsProps {
  form: Form<keyof ScheduleValues>;
  values: ScheduleValues;
  onChange: (part: Partial<ScheduleValues>) => void;
  /** The zone of the event (IANA name). */
  timeZone: string;
}

export function ScheduleFields({ form, values, onChange, timeZone }: ScheduleFieldsProps): ReactNode {
  const { t } = useTranslation();
  const field = (name: Exclude<keyof ScheduleValues, 'details'>) => ({
    ...form.field(name),
    value: values[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <>
      <TextField {...field('title')} label={t('admin_schedule.title_label')} required maxLength={limits.titleLength} />
      <div className={styles.pair}>
        <TextField {...field('start')} label={t('admin_schedule.start')} type="datetime-local" required />
        <TextField {...field('end')} label={t('admin_schedule.end')} type="datetime-local" required min={values.start || undefined} />
      </div>
      <WallClockNotes values={[values.start, values.end]} timeZone={timeZone} />
      <TextField {...field('locationName')} label={t('admin_schedule.location_name')} required maxLength={limits.titleLength} />
      <div className={styles.pair}>
        <TextField {...field('locationAddress')} label={t('admin_schedule.location_address')} maxLength={500} />
        <TextField
          {...field('locationUrl')}
          label={t('admin_schedule.location_url')}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2_000}
        />
      </div>
      <TextArea
        {...form.field('details')}
        label={t('admin_schedule.details')}
        value={values.details}
        maxLength={limits.textLength}
        onChange={(details) => onChange({ details })}
      />
    </>
  );
}
