import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProfileChange } from '../../../contract/resources/me.ts';
import { useRowForm } from '../../commands/use-row-form.ts';
import type { ResendProps } from '../../feature/command-presenter.ts';
import { resendDraftId } from '../../sync/outbox/outbox.ts';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { readFields, useForm } from '../../ui/forms/use-form.ts';
import { ProfileFields } from './profile-fields.tsx';
import { changedTexts, isAddress, valuesOf } from './profile-form.ts';
import styles from './profile-screen.module.css';

/** Changes a refused change of the profile before it is sent again. */
export function ResendForm({ entry, onSend, onCancel }: ResendProps): ReactNode {
  const { t } = useTranslation();
  const args = entry.args as ProfileChange;
  const fields = changedTexts(args);
  const { values, change, clear } = useRowForm({ draftId: resendDraftId(entry.seq), row: args, valuesOf });
  const changed = (): ProfileChange => ({ ...args, ...Object.fromEntries(fields.map((field) => [field, values[field].trim()])) });
  const form = useForm({
    read: readFields({ email: fields.includes('email') && !isAddress(values.email) && t('register.invalid_email') }, changed()),
    failure: t('refused.failed'),
    send: async (next) => {
      await onSend(next);
      await clear();
    },
  });
  const cancel = (): void => {
    void clear();
    onCancel();
  };
  return (
    <form {...form.props} className={styles['form']}>
      <ProfileFields form={form} fields={fields} values={values} onChange={change} />
      <FormActions form={form} submit={t('refused.resend')} onCancel={cancel} />
    </form>
  );
}
