import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../../sync/react/use-draft.ts';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { rowForm } from '../../ui/forms/row-form.ts';
import { MeetupFields } from './meetup-fields.tsx';
import styles from './meetup-form.module.css';
import { type CreateArgs, readForm, valuesOf } from './meetup-form-values.ts';

interface MeetupFormProps {
  /** Under this name what is typed is kept. */
  draftId: string;
  /** The event's zone (IANA name). */
  timeZone: string;
  /** What the fields begin with: a meetup that was refused; null for a new one. */
  initial: CreateArgs | null;
  /** The words of the button that sends it. */
  submit: string;
  /** Resolves to whether it was taken. */
  onSend: (args: CreateArgs) => Promise<boolean>;
  /** Sent, or given up. */
  onClose: () => void;
}

/** What, where and when. What is typed survives until it is sent or given up. */
export function MeetupForm({ draftId, timeZone, initial, submit, onSend, onClose }: MeetupFormProps): ReactNode {
  const { t } = useTranslation();
  const [draft, setDraft, clear] = useDraft(draftId);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const inputs = {
    titleRef: useRef<HTMLInputElement>(null),
    descriptionRef: useRef<HTMLTextAreaElement>(null),
    startRef: useRef<HTMLInputElement>(null),
  };
  const { titleRef } = inputs;
  useLayoutEffect(() => titleRef.current?.focus(), [titleRef]);
  const { values, ...form } = rowForm(initial, draft, (args: CreateArgs | null) => valuesOf(args, timeZone));
  const read = readForm(values, timeZone);

  const send = async (args: CreateArgs): Promise<void> => {
    setBusy(true);
    if (await onSend(args)) {
      await clear();
      onClose();
    } else setBusy(false);
  };
  const sent = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (read.kind === 'problem') inputs[`${read.field}Ref`].current?.focus();
    else if (!busy) void send(read.args);
  };
  const cancel = (): void => {
    void clear();
    onClose();
  };
  return (
    <form className={styles['form']} aria-label={t('meetup_create.heading')} onSubmit={sent} noValidate>
      <MeetupFields
        values={values}
        problem={tried && read.kind === 'problem' ? read : null}
        onChange={(part) => setDraft(form.with(part))}
        timeZone={timeZone}
        {...inputs}
      />
      <FormActions submit={submit} busy={busy} onCancel={cancel} />
    </form>
  );
}
