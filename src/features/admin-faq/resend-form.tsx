import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { argsWith, draftedBy } from '#commands/command-fields.ts';
import { useResendForm } from '#commands/use-resend-form.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import type { CommandOn, ResendProps } from '#feature-kit/command-presenter.ts';
import { resendDraftId } from '#sync/outbox/outbox.ts';
import { FormActions } from '#ui/forms/form-actions.tsx';
import styles from './admin-faq.module.css';
import { FaqFields, readForm, valuesOf } from './faq-fields.tsx';

export function ResendForm(props: ResendProps<CommandOn<'faqEntries'>>): ReactNode {
  const { entry } = props;
  const { t } = useTranslation();
  const drafted = draftedBy(entry);
  const { position } = drafted;
  const { values, change, clear } = useRowForm({ draftId: resendDraftId(entry.seq), row: drafted, valuesOf });
  const { form, actions } = useResendForm(props, {
    read: readForm(t, values),
    argsOf: (fields) => argsWith(entry, entry.mutation === 'create' ? { ...fields, position } : fields),
    focus: 'question',
    clear,
  });
  return (
    <form {...form.props} className={styles.form}>
      <FaqFields form={form} values={values} onChange={change} />
      <FormActions {...actions} />
    </form>
  );
}
