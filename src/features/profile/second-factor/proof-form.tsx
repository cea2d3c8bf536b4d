import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { PasswordField } from '#ui/forms/fields/password-field.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import type { SecondFactorField } from '#ui/forms/fields/second-factor-field.tsx';
import { type Sent, useForm } from '#ui/forms/use-form.ts';
import styles from '../profile-screen.module.css';

interface ProofFormProps {
  title: string;
  text: string;
  submit: string;
  /** The field for a code; decides if a recovery code is accepted. */
  CodeField: ComponentType<Parameters<typeof SecondFactorField>[0]>;
  send: (proof: { password: string; code: string }) => Sent<'password' | 'code'>;
  onCancel: () => void;
}

/** Asks for password and code, which an active second factor requires before a change. */
export function ProofForm({ title, text, submit, CodeField, send, onCancel }: ProofFormProps): ReactNode {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const form = useForm({
    read: readFields(
      { password: password === '' && t('login.missing_password'), code: code.trim() === '' && t('login.missing_token') },
      { password, code },
    ),
    focus: 'password',
    failure: t('sync.server_failed_now'),
    send,
  });
  return (
    <form {...form.props} className={styles.form} aria-label={title}>
      <p>{text}</p>
      <PasswordField
        {...form.field('password')}
        label={t('login.password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <CodeField {...form.field('code')} value={code} onCode={setCode} />
      <FormActions form={form} submit={form.busy ? t('app.loading') : submit} onCancel={onCancel} />
    </form>
  );
}
