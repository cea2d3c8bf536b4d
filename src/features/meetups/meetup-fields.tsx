import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../contract/limits.ts';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { WallClockNotes } from '../../ui/forms/wall-clock-notes.tsx';
import type { MeetupValues, Read } from './meetup-form-values.ts';

interface MeetupFieldsProps {
  values: MeetupValues;
  /** What is wrong, once the person has tried to send it. */
  problem: Extract<Read, { kind: 'problem' }> | null;
  onChange: (part: Partial<MeetupValues>) => void;
  /** The event's zone (IANA name). */
  timeZone: string;
  titleRef: RefObject<HTMLInputElement | null>;
  descriptionRef: RefObject<HTMLTextAreaElement | null>;
  startRef: RefObject<HTMLInputElement | null>;
}

/** The fields of a meetup; what is wrong is said at the first field that it is about. */
export function MeetupFields({ values, problem, onChange, timeZone, titleRef, descriptionRef, startRef }: MeetupFieldsProps): ReactNode {
  const { t } = useTranslation();
  const error = (field: keyof MeetupValues): string | null => (problem?.field === field ? t(`meetup_create.${problem.problem}`) : null);
  return (
    <>
      <TextField
        ref={titleRef}
        label={t('meetup_create.title')}
        value={values.title}
        onChange={(event) => onChange({ title: event.target.value })}
        error={error('title')}
        required
        maxLength={limits.titleLength}
      />
      <TextArea
        inputRef={descriptionRef}
        label={t('meetup_create.description')}
        value={values.description}
        onChange={(description) => onChange({ description })}
        error={error('description')}
        maxLength={limits.textLength}
      />
      <TextField
        ref={startRef}
        label={t('meetup_create.start')}
        type="datetime-local"
        value={values.start}
        onChange={(event) => onChange({ start: event.target.value })}
        error={error('start')}
        required
      />
      <WallClockNotes values={[values.start]} timeZone={timeZone} />
    </>
  );
}
