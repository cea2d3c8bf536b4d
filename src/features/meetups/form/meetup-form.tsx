import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import type { ArgsOf } from '#contract/resource.ts';
import type { meetups } from '#contract/resources/meetups.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import { fromWallClock, toWallClock } from '#i18n/wall-clock.ts';
import { Confirm } from '#ui/actions/confirm.tsx';
import { WallClockNotes } from '#ui/forms/event/wall-clock-notes.tsx';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { inWords, type FormResult } from '#ui/forms/form-result.ts';
import { type Form, useForm } from '#ui/forms/use-form.ts';
import { useNow } from '#ui/time/use-now.ts';
import { isOver } from '../meetup-times.ts';
import styles from '../meetups.module.css';

interface MeetupFormProps {
  draftId: string;
  /** The zone of the event (IANA name). */
  timeZone: string;
  /** Initial values: those of a refused meetup; null for a new one. */
  initial: CreateArgs | null;
  words: { readonly submit: string; readonly failure: string };
  onSend: (args: CreateArgs) => Promise<unknown>;
  onClose: () => void;
}

/** Edits a meetup. Typed text is kept as a draft until it is sent or cancelled. */
export function MeetupForm({ draftId, timeZone, initial, words, onSend, onClose }: MeetupFormProps): ReactNode {
  const { t } = useTranslation();
  const { values, change, clear } = useRowForm({ draftId, row: initial, valuesOf: (args) => valuesOf(args, timeZone) });
  const [asking, setAsking] = useState(false);
  const read = inWords(readForm(values, initial, timeZone), (problem) => t(`meetup_create.${problem}`));
  const now = useNow(60_000);
  const isPast = read.kind === 'args' && isOver(Date.parse(read.args.startDate), now);
  const form = useForm({
    read,
    ...(isPast ? { ask: () => setAsking(true) } : {}),
    focus: 'title',
    failure: words.failure,
    send: async (args) => {
      await onSend(args);
      await clear();
      onClose();
    },
  });
  const cancel = (): void => {
    void clear();
    onClose();
  };
  return (
    <form {...form.props} className={styles.form} aria-label={t('meetup_create.heading')}>
      <MeetupFields form={form} values={values} onChange={change} timeZone={timeZone} />
      <FormActions form={form} submit={words.submit} onCancel={cancel} />
      {asking && (
        <Confirm
          title={t('meetup_create.past_title')}
          text={t('meetup_create.past_text')}
          action={words.submit}
          onConfirm={() => {
            setAsking(false);
            form.agreed();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </form>
  );
}

type CreateArgs = ArgsOf<typeof meetups, 'create'>;

/** Values of the form; `start` is a wall-clock time of the event in the format of `datetime-local`. */
interface MeetupValues {
  title: string;
  description: string;
  start: string;
  place: string;
  capacity: string;
}

type Problem = 'all_fields_required' | 'missing' | 'skipped' | 'year' | 'capacity';

/** Returns the initial values of the form in `timeZone` (IANA name). */
function valuesOf(args: CreateArgs | null, timeZone: string): MeetupValues {
  return {
    title: args?.title ?? '',
    description: args?.description ?? '',
    start: args ? toWallClock(args.startDate, timeZone) : '',
    place: args?.place ?? '',
    capacity: String(args?.capacity ?? ''),
  };
}

/** An unchanged start keeps its seconds, which the field does not show: another start would notify everybody who comes. */
function readForm(values: MeetupValues, initial: CreateArgs | null, timeZone: string): FormResult<CreateArgs, keyof MeetupValues, Problem> {
  const start = fromWallClock(values.start, timeZone);
  const missing = (['title', 'description', 'start'] as const).filter(
    (field) => values[field].trim() === '' || (field === 'start' && !start),
  );
  if (missing.length > 0 || !start) {
    const fields = Object.fromEntries(missing.map((field) => [field, 'missing' as const]));
    return { kind: 'wrong', wrong: { form: 'all_fields_required', ...fields } };
  }
  if (start.kind === 'never') return { kind: 'wrong', wrong: { start: 'skipped' } };
  if (start.kind === 'year') return { kind: 'wrong', wrong: { start: 'year' } };
  const capacity = values.capacity.trim() === '' ? null : Number(values.capacity);
  if (capacity !== null && !(Number.isInteger(capacity) && capacity >= 1 && capacity <= limits.meetupCapacity)) {
    return { kind: 'wrong', wrong: { capacity: 'capacity' } };
  }
  const place = values.place.trim();
  return {
    kind: 'args',
    args: {
      title: values.title.trim(),
      description: values.description.trim(),
      startDate: initial && values.start === toWallClock(initial.startDate, timeZone) ? initial.startDate : start.instant,
      ...(place !== '' && { place }),
      ...(capacity !== null && { capacity }),
    },
  };
}

interface MeetupFieldsProps {
  form: Form<keyof MeetupValues>;
  values: MeetupValues;
  onChange: (part: Partial<MeetupValues>) => void;
  /** The zone of the event (IANA name). */
  timeZone: string;
}

function MeetupFields({ form, values, onChange, timeZone }: MeetupFieldsProps): ReactNode {
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
      <TextField
        {...form.field('place')}
        label={t('meetup_create.place')}
        value={values.place}
        onChange={(event) => onChange({ place: event.target.value })}
        maxLength={limits.titleLength}
      />
      <TextField
        {...form.field('capacity')}
        label={t('meetup_create.capacity_label')}
        type="number"
        inputMode="numeric"
        min={1}
        max={limits.meetupCapacity}
        value={values.capacity}
        onChange={(event) => onChange({ capacity: event.target.value })}
      />
    </>
  );
}
