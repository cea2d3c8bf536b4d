import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Announcement } from '../../../contract/resources/announcements.ts';
import { argsWith, draftedBy } from '../../commands/command-fields.ts';
import { useRowForm } from '../../commands/use-row-form.ts';
import type { ResendProps } from '../../feature/command-presenter.ts';
import { resendDraftId } from '../../sync/outbox/outbox.ts';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import styles from './announcement-card.module.css';
import { AnnouncementFields } from './announcement-fields.tsx';
import { readForm, valuesOf } from './announcement-form.ts';

/** Changes a refused announcement before it is sent again. */
export function ResendForm({ entry, onSend, onCancel }: ResendProps): ReactNode {
  const { t } = useTranslation();
  const { values, change, clear } = useRowForm({ draftId: resendDraftId(entry.seq), row: draftedBy<Announcement>(entry), valuesOf });
  const form = useForm({
    read: readForm(t, values),
    failure: t('refused.failed'),
    send: async ({ title, content }) => {
      await onSend(argsWith(entry, { title, content }));
      await clear();
    },
  });
  const cancel = (): void => {
    void clear();
    onCancel();
  };
  return (
    <form {...form.props} className={styles['form']}>
      <AnnouncementFields form={form} values={values} onChange={change} />
      <FormActions form={form} submit={t('refused.resend')} onCancel={cancel} />
    </form>
  );
}
