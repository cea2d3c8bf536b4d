import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Announcement } from '../../../contract/resources/announcements.ts';
import { draftedBy } from '../../commands/drafted-by.ts';
import { type ResendProps, useResend } from '../../sync/react/use-resend.ts';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { changedFields, rowForm } from '../../ui/forms/row-form.ts';
import { AnnouncementFields } from './announcement-fields.tsx';
import styles from './announcement-card.module.css';

/** Changes a refused announcement before it is sent again. */
export function ResendForm(props: ResendProps): ReactNode {
  const { entry } = props;
  const { t } = useTranslation();
  const { draft, setDraft, send, cancel } = useResend(props);
  const [tried, setTried] = useState(false);
  const title = useRef<HTMLInputElement>(null);
  const { values, ...form } = rowForm(draftedBy<Announcement>(entry), draft, (row) => ({
    title: row?.title ?? '',
    content: row?.content ?? '',
  }));
  const missing = values.title.trim() === '';
  const changed = (): unknown => {
    const all = { title: values.title.trim(), content: values.content };
    // An edit goes out with what differs from the announcement that it was made on.
    const args = entry.mutation === 'create' ? all : changedFields(all, entry.base as Announcement);
    return Object.keys(args).length > 0 ? args : entry.args;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (missing) title.current?.focus();
    else void send(changed());
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <AnnouncementFields values={values} onChange={(part) => setDraft(form.with(part))} missingTitle={tried && missing} titleRef={title} />
      <FormActions submit={t('refused.resend')} onCancel={cancel} />
    </form>
  );
}
