import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import type { Form } from '#ui/forms/use-form.ts';
import { WallClockNotes } from '#ui/forms/event/wall-clock-notes.tsx';
import type { MeetupValues } from './meetup-form-values.ts';

interface MeetupFieldsProps {
  form: Form<keyof MeetupValues>;
  values: MeetupValues;
  onChange: (part: Partial<MeetupValues>) => void;
  /** The zone of the event (IANA name). */
  timeZone: string;
}

export function MeetupFields({ form, values, onChange, timeZone }: MeetupFieldsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        {...form.field('title')}
        label={t('meetup_create.title')}
        value={values.title}
        onChange={(event) => onChange({ title: event.target.value })}
        required
        maxLength={limits.titleLength}
      />
      <TextArea
        {...form.field('description')}
        label={t('meetup_create.description')}
        value={values.description}
        onChange={(description) => onChange({ description })}
        required
        maxLength={limits.textLength}
      />
      <TextField
        {...form.field('start')}
        label={t('meetup_create.start')}
        type="datetime-local"
        value={values.start}
        onChange={(event) => onChange({ start: event.target.value })}
        required
      />
      <WallClockNotes values={[values.start]} timeZone={timeZone} />
    </>
  );
}
