import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import type { ArgsOf } from '#contract/resource.ts';
import type { ownEntries } from '#contract/resources/own-entries.ts';
import { reminderOf } from '#contract/rules/reminders.ts';
import { times } from '#contract/times.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import { fromWallClock, toWallClock } from '#i18n/wall-clock.ts';
import { WallClockNotes } from '#ui/forms/event/wall-clock-notes.tsx';
import { ReminderField } from '#ui/forms/fields/reminder-choice.tsx';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { type FormResult, inWords } from '#ui/forms/form-result.ts';
import { useForm } from '#ui/forms/use-form.ts';
import styles from './own-entry.module.css';

type CreateArgs = ArgsOf<typeof ownEntries, 'create'>;

/** The arguments of `create`, with all fields. */
export type OwnEntryFields = Required<Omit<CreateArgs, 'remindMinutes'>> & Pick<CreateArgs, 'remindMinutes'>;

interface OwnEntryFormProps {
  draftId: string;
  /** The zone of the event (IANA name). */
  timeZone: string;
  /** Initial values; null for a new entry. */
  initial: CreateArgs | null;
  submit: string;
  onSend: (fields: OwnEntryFields) => Promise<unknown>;
  onClose: () => void;
}

/** Edits an entry of the person's own agenda. Typed text is kept as a draft until it is sent or cancelled. */
export function OwnEntryForm({ draftId, timeZone, initial, submit, onSend, onClose }: OwnEntryFormProps): ReactNode {
  const { t } = useTranslation();
  const { values, change, clear } = useRowForm({ draftId, row: initial, valuesOf: (args) => valuesOf(args, timeZone) });
  const form = useForm({
    read: inWords(readForm(values, initial, timeZone), (problem) => t(`agenda_form.${problem}`)),
    focus: 'title',
    failure: t('agenda_form.error'),
    send: async (fields) => {
      await onSend(fields);
      await clear();
      onClose();
    },
  });
  const cancel = (): void => {
    void clear();
    onClose();
  };
  const field = (name: Exclude<keyof OwnEntryValues, 'remindMinutes'>) => ({
    ...form.field(name),
    value: values[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <form {...form.props} className={styles.form} aria-label={t('agenda_form.heading')}>
      <TextField {...field('title')} label={t('agenda_form.title')} required maxLength={limits.titleLength} />
      <div className={styles.times}>
        <TextField {...field('start')} label={t('agenda_form.start')} type="datetime-local" required />
        <TextField {...field('end')} label={t('agenda_form.end')} type="datetime-local" hint={t('agenda_form.end_hint')} />
      </div>
      <WallClockNotes values={[values.start, values.end]} timeZone={timeZone} />
      <TextField {...field('place')} label={t('agenda_form.place')} maxLength={limits.titleLength} />
      <TextArea
        {...form.field('note')}
        label={t('agenda_form.note')}
        value={values.note}
        maxLength={limits.descriptionLength}
        onChange={(note) => change({ note })}
      />
      <ReminderField minutes={values.remindMinutes} onChoose={(remindMinutes) => change({ remindMinutes })} />
      <FormActions form={form} submit={submit} onCancel={cancel} />
    </form>
  );
}

/** `start` and `end` are wall-clock times of the event in the format of `datetime-local`. */
interface OwnEntryValues {
  title: string;
  start: string;
  end: string;
  place: string;
  note: string;
  remindMinutes: number | null;
}

function valuesOf(args: CreateArgs | null, timeZone: string): OwnEntryValues {
  return {
    title: args?.title ?? '',
    start: args ? toWallClock(args.startDate, timeZone) : '',
    end: args ? toWallClock(args.endDate, timeZone) : '',
    place: args?.place ?? '',
    note: args?.note ?? '',
    remindMinutes: reminderOf(args ?? {}),
  };
}

type Problem = 'missing_title' | 'missing_start' | 'skipped' | 'year' | 'before_start';

/** Reads the values; without an end the entry takes an hour. Unchanged times keep their seconds, which the fields do not show. */
function readForm(
  values: OwnEntryValues,
  initial: CreateArgs | null,
  timeZone: string,
): FormResult<OwnEntryFields, keyof OwnEntryValues, Problem> {
  const before = valuesOf(initial, timeZone);
  const title = values.title.trim();
  const [start, end] = [fromWallClock(values.start, timeZone), fromWallClock(values.end, timeZone)];
  const wrong: Partial<Record<keyof OwnEntryValues, Problem>> = {};
  if (title === '') wrong.title = 'missing_title';
  if (!start) wrong.start = 'missing_start';
  for (const [name, time] of [
    ['start', start],
    ['end', end],
  ] as const) {
    if (time?.kind === 'never') wrong[name] = 'skipped';
    if (time?.kind === 'year') wrong[name] = 'year';
  }
  if (Object.keys(wrong).length > 0 || !start || !('instant' in start)) return { kind: 'wrong', wrong };
  const startDate = initial && values.start === before.start ? initial.startDate : start.instant;
  const isSameEnd = initial && values.end === before.end;
  const typedEnd = end && 'instant' in end ? end.instant : null;
  const endDate = isSameEnd ? initial.endDate : (typedEnd ?? new Date(Date.parse(startDate) + times.hour).toISOString());
  if (endDate < startDate) return { kind: 'wrong', wrong: { end: 'before_start' } };
  const { remindMinutes } = values;
  // An older server rejects the field, and takes this choice for granted.
  const isUsual = initial?.remindMinutes === undefined && remindMinutes === limits.usualReminder;
  const args = { title, startDate, endDate, place: values.place.trim(), note: values.note.trim() };
  return { kind: 'args', args: { ...args, ...(!isUsual && { remindMinutes }) } };
}
