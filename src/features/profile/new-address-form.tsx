import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNewAddress } from '#contract/endpoints/core.ts';
import { callProblem, hashTimeout } from '#feature-kit/call-problem.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { errorCodeOf } from '#sync/wire/transport.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { PasswordField } from '#ui/forms/fields/password-field.tsx';
import { readFields } from '#ui/forms/reading.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import styles from './profile-screen.module.css';

/** Makes a changed address the sign-in address after a proof by password. */
export function NewAddressForm({ email }: { email: string }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [password, setPassword] = useState('');
  const form = useForm({
    read: readFields({ password: password === '' && t('login.missing_password') }, { password }),
    failure: t('profile.new_address_failed'),
    send: async (body) => {
      const outcome = await client.call({ method: 'POST', path: useNewAddress.path, body, timeout: hashTimeout });
      const answer = outcome.kind === 'answer' && outcome.status === 200 ? useNewAddress.answer.safeParse(outcome.body) : null;
      if (answer?.success) {
        setPassword('');
        toast(t(answer.data.counts ? 'profile.new_address_counts' : 'profile.new_address_noted', { email }));
        return undefined;
      }
      const isWrong = outcome.kind === 'answer' && errorCodeOf(outcome) === 'wrong_password';
      return (words) => ({ [isWrong ? 'password' : 'form']: callProblem(words, outcome, words('profile.new_address_failed')) });
    },
  });
  return (
    <form {...form.props} aria-label={t('profile.use_new_address')}>
      <PasswordField
        label={t('login.password')}
        autoComplete="current-password"
        value={password}
        {...form.field('password')}
        onChange={({ target }) => {
          setPassword(target.value);
          form.changed();
        }}
      />
      <FormError error={form.error} />
      <div className={styles.actions}>
        <Button type="submit" aria-disabled={form.busy}>
          {t(form.busy ? 'app.loading' : 'profile.use_new_address')}
        </Button>
      </div>
    </form>
  );
}
