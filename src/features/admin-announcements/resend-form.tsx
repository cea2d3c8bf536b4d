import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { argsWith, draftedBy } from '#commands/command-fields.ts';
import { useResendForm } from '#commands/use-resend-form.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import type { CommandOn, ResendProps } from '#feature-kit/command-presenter.ts';
import { resendDraftId } from '#sync/outbox/outbox.ts';
import { FormActions } from '#ui/forms/form-actions.tsx';
import styles from './admin-announcements.module.css';
import { AnnouncementFields, readForm, valuesOf } from './announcement-fields.tsx';

export function ResendForm(props: ResendProps<CommandOn<'announcements'>>): ReactNode {
  const { entry } = props;
  const { t } = useTranslation();
  const { values, change, clear } = useRowForm({ draftId: resendDraftId(entry.seq), row: draftedBy(entry), valuesOf });
  const { form, actions } = useResendForm(props, {
    read: readForm(t, values),
    argsOf: ({ title, content }) => argsWith(entry, { title, content }),
    focus: 'title',
    clear,
  });
  return (
    <form {...form.props} className={styles.form}>
      <AnnouncementFields form={form} values={values} onChange={change} />
      <FormActions {...actions} />
    </form>
  );
}
