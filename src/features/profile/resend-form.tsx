import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useResendForm } from '#commands/use-resend-form.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import type { CommandOn, ResendProps } from '#feature-kit/command-presenter.ts';
import { resendDraftId } from '#sync/outbox/outbox.ts';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { ProfileFields } from './profile-fields.tsx';
import { changedTexts, isAddress, valuesOf } from './profile-form.ts';
import styles from './profile-screen.module.css';

export function ResendForm(props: ResendProps<CommandOn<'me'>>): ReactNode {
  const { entry } = props;
  const { t } = useTranslation();
  const { args } = entry;
  const fields = changedTexts(args);
  const { values, change, clear } = useRowForm({ draftId: resendDraftId(entry.seq), row: args, valuesOf });
  const { form, actions } = useResendForm(props, {
    read: readFields({ email: fields.includes('email') && !isAddress(values.email) && t('register.invalid_email') }, values),
    argsOf: (next) => ({ ...args, ...Object.fromEntries(fields.map((field) => [field, next[field].trim()])) }),
    clear,
  });
  return (
    <form {...form.props} className={styles.form}>
      <ProfileFields form={form} fields={fields} values={values} onChange={change} />
      <FormActions {...actions} />
    </form>
  );
}
