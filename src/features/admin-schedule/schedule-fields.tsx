import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../contract/limits.ts';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { WallClockNotes } from '../../ui/forms/wall-clock-notes.tsx';
import styles from './schedule-fields.module.css';
import type { Problems, ScheduleValues } from './schedule-form.ts';

interface ScheduleFieldsProps {
  values: ScheduleValues;
  problems: Problems;
  onChange: (part: Partial<ScheduleValues>) => void;
  /** The event's zone (IANA name). */
  timeZone: string;
  titleRef: RefObject<HTMLInputElement | null>;
}

/** The fields of a schedule entry, each with what is wrong with it. */
export function ScheduleFields({ values, problems, onChange, timeZone, titleRef }: ScheduleFieldsProps): ReactNode {
  const { t } = useTranslation();
  const field = (name: Exclude<keyof ScheduleValues, 'details'>) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
    error: problems[name] ? t(`admin_schedule.problem_${problems[name]}`) : null,
  });
  return (
    <>
      <TextField ref={titleRef} {...field('title')} label={t('admin_schedule.title_label')} required maxLength={limits.titleLength} />
      <div className={styles['pair']}>
        <TextField {...field('start')} label={t('admin_schedule.start')} type="datetime-local" required />
        <TextField {...field('end')} label={t('admin_schedule.end')} type="datetime-local" required min={values.start || undefined} />
      </div>
      <WallClockNotes values={[values.start, values.end]} timeZone={timeZone} />
      <TextField {...field('locationName')} label={t('admin_schedule.location_name')} required maxLength={limits.titleLength} />
      <div className={styles['pair']}>
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
        label={t('admin_schedule.details')}
        value={values.details}
        maxLength={limits.textLength}
        onChange={(details) => onChange({ details })}
      />
    </>
  );
}

/** Moves the focus to the first field of a form that has something wrong. */
export function focusFirstProblem(form: HTMLFormElement | null, problems: Problems): void {
  const order: (keyof ScheduleValues)[] = ['title', 'start', 'end', 'locationName', 'locationAddress', 'locationUrl'];
  const first = order.find((name) => problems[name] !== undefined);
  if (first) form?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
}
