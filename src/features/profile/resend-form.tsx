import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me, ProfileChange } from '../../../contract/resources/me.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { useDraft } from '../../sync/hooks.tsx';
import { resendDraftId } from '../../sync/outbox.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { rowForm } from '../../ui/row-form.ts';
import { changedTexts } from './profile-command.ts';
import { ProfileFields } from './profile-fields.tsx';
import { isAddress, valuesOf } from './profile-form.ts';
import styles from './profile-screen.module.css';

interface ResendFormProps {
  entry: OutboxEntry;
  /** Answers whether it was taken. */
  onSend: (args: unknown) => Promise<boolean>;
  onCancel: () => void;
}

/** Changes a refused change of the profile before it is sent again. */
export function ResendForm({ entry, onSend, onCancel }: ResendFormProps): ReactNode {
  const { t } = useTranslation();
  const [draft, setDraft, clear] = useDraft(resendDraftId(entry.seq));
  const [tried, setTried] = useState(false);
  const fields = changedTexts(entry);
  const { values, ...form } = rowForm(entry.args as Partial<Me>, draft, valuesOf);
  const send = async (): Promise<void> => {
    const texts = Object.fromEntries(fields.map((field) => [field, values[field].trim()]));
    if (await onSend({ ...(entry.args as ProfileChange), ...texts })) await clear();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!fields.includes('email') || isAddress(values.email)) void send();
  };
  const cancel = (): void => {
    void clear();
    onCancel();
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <ProfileFields fields={fields} values={values} onChange={(part) => setDraft(form.with(part))} tried={tried} />
      <FormActions submit={t('refused.resend')} onCancel={cancel} />
    </form>
  );
}
