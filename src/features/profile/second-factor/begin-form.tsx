import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beginSecondFactor, type SecondFactorSetup } from '#contract/endpoints/second-factor.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { PasswordField } from '#ui/forms/fields/password-field.tsx';
import { readFields } from '#ui/forms/reading.ts';
import { useForm } from '#ui/forms/use-form.ts';
import styles from '../profile-screen.module.css';
import { sendProof } from './send-proof.ts';

export function BeginForm({ onBegun, onCancel }: { onBegun: (setup: SecondFactorSetup) => void; onCancel: () => void }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [password, setPassword] = useState('');
  const form = useForm({
    read: readFields({ password: password === '' && t('login.missing_password') }, { password }),
    focus: 'password',
    failure: t('sync.server_failed_now'),
    send: (body) => sendProof(client, beginSecondFactor, body, onBegun),
  });
  return (
    <form {...form.props} className={styles.form} aria-label={t('second_factor.turn_on')}>
      <PasswordField
        {...form.field('password')}
        label={t('login.password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <FormActions form={form} submit={t(form.busy ? 'app.loading' : 'second_factor.continue')} onCancel={onCancel} />
    </form>
  );
}
