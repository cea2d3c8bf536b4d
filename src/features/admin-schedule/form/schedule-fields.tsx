import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import type { Form } from '#ui/forms/use-form.ts';
import { WallClockNotes } from '#ui/forms/event/wall-clock-notes.tsx';
import { Button } from '#ui/theme/button.tsx';
import styles from '../admin-schedule.module.css';
import type { ScheduleValues } from './schedule-form.ts';
import { isWallClock, movedEnd } from './suggest-entry.ts';

interface ScheduleFieldsProps {
  form: Form<keyof ScheduleValues>;
  values: ScheduleValues;
  onChange: (part: Partial<ScheduleValues>) => void;
  /** The zone of the event (IANA name). */
  timeZone: string;
  /** Known places, to choose from. */
  places?: readonly string[];
}

const rare = ['locationAddress', 'locationUrl', 'details'] as const;

/** The fields of an entry; those that few entries have are folded until they are wanted. The end moves with the start. */
export function ScheduleFields({ form, values, onChange, timeZone, places = [] }: ScheduleFieldsProps): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  // Stays open when their text is deleted.
  if (!isOpen && rare.some((name) => values[name] !== '')) setOpen(true);
  const unfolded = useRef<HTMLDivElement>(null);
  const unfold = (): void => {
    flushSync(() => setOpen(true));
    unfolded.current?.querySelector('input')?.focus();
  };
  // While a time is typed, the field is empty in between.
  const lastStart = useRef(values.start);
  useLayoutEffect(() => {
    if (isWallClock(values.start)) lastStart.current = values.start;
  }, [values.start]);
  const list = useId();
  const field = (name: Exclude<keyof ScheduleValues, 'details'>) => ({
    ...form.field(name),
    value: values[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <>
      <TextField {...field('title')} label={t('admin_schedule.title_label')} required maxLength={limits.titleLength} />
      <div className={styles.pair}>
        <TextField
          {...field('start')}
          label={t('admin_schedule.start')}
          type="datetime-local"
          required
          onChange={({ target: { value } }) => onChange({ start: value, end: movedEnd(values.end, lastStart.current, value) })}
        />
        <TextField {...field('end')} label={t('admin_schedule.end')} type="datetime-local" required min={values.start || undefined} />
      </div>
      <WallClockNotes values={[values.start, values.end]} timeZone={timeZone} />
      <TextField {...field('locationName')} label={t('admin_schedule.location_name')} required maxLength={limits.titleLength} list={list} />
      <datalist id={list}>
        {places.map((place) => (
          <option key={place} value={place}>
            {place}
          </option>
        ))}
      </datalist>
      {isOpen ? (
        <div ref={unfolded} className={styles.rare}>
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
        </div>
      ) : (
        <Button look="quiet" className={styles.unfold} aria-disabled={form.busy} onClick={form.busy ? undefined : unfold}>
          <Plus aria-hidden="true" />
          {t('admin_schedule.unfold')}
        </Button>
      )}
    </>
  );
}
