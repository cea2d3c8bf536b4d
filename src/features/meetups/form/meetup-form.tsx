import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowForm } from '#commands/use-row-form.ts';
import { Confirm } from '#ui/actions/confirm.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { inWords } from '#ui/forms/reading.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { useNow } from '#ui/time/use-now.ts';
import { isOver } from '../meetup-times.ts';
import { MeetupFields } from './meetup-fields.tsx';
import styles from './meetup-form.module.css';
import { type CreateArgs, readForm, valuesOf } from './meetup-form-values.ts';

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

/** Edits title, description and start. Typed text is kept as a draft until it is sent or cancelled. */
export function MeetupForm({ draftId, timeZone, initial, words, onSend, onClose }: MeetupFormProps): ReactNode {
  const { t } = useTranslation();
  const { values, change, clear } = useRowForm({ draftId, row: initial, valuesOf: (args) => valuesOf(args, timeZone) });
  const [asking, setAsking] = useState(false);
  const read = inWords(readForm(values, timeZone), (problem) => t(`meetup_create.${problem}`));
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
