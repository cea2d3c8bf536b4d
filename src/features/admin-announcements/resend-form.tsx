import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Announcement } from '../../../contract/resources/announcements.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { useDraft } from '../../sync/hooks.tsx';
import { resendDraftId } from '../../sync/outbox.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { changedFields, rowForm } from '../../ui/row-form.ts';
import { draftedBy } from './announcement-command.ts';
import { AnnouncementFields } from './announcement-fields.tsx';
import styles from './announcement-card.module.css';

interface ResendFormProps {
  entry: OutboxEntry;
  /** Answers whether it was taken. */
  onSend: (args: unknown) => Promise<boolean>;
  onCancel: () => void;
}

/** Changes a refused announcement before it is sent again. */
export function ResendForm({ entry, onSend, onCancel }: ResendFormProps): ReactNode {
  const { t } = useTranslation();
  const [draft, setDraft, clear] = useDraft(resendDraftId(entry.seq));
  const [tried, setTried] = useState(false);
  const title = useRef<HTMLInputElement>(null);
  const { values, ...form } = rowForm(draftedBy(entry), draft, (row) => ({ title: row?.title ?? '', content: row?.content ?? '' }));
  const missing = values.title.trim() === '';
  const send = async (): Promise<void> => {
    const all = { title: values.title.trim(), content: values.content };
    // An edit goes out with what differs from the announcement that it was made on.
    const args = entry.mutation === 'create' ? all : changedFields(all, entry.base as Announcement);
    if (await onSend(Object.keys(args).length > 0 ? args : entry.args)) await clear();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (missing) title.current?.focus();
    else void send();
  };
  const cancel = (): void => {
    void clear();
    onCancel();
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <AnnouncementFields values={values} onChange={(part) => setDraft(form.with(part))} missingTitle={tried && missing} titleRef={title} />
      <FormActions submit={t('refused.resend')} onCancel={cancel} />
    </form>
  );
}
