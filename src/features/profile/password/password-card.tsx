import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword } from '#contract/endpoints/core.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { weaknessesOf } from '#contract/rules/new-password.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { errorCodeOf } from '#sync/wire/transport.ts';
import { Button } from '#ui/theme/button.tsx';
import card from '#ui/theme/card.module.css';
import { FormError } from '#ui/forms/field-error.tsx';
import { PasswordField } from '#ui/forms/fields/password-field.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { toast } from '#ui/overlays/toasts.ts';
import { callProblem, hashTimeout } from '#feature-kit/call-problem.ts';
import styles from '../profile-screen.module.css';

const fields: Partial<Record<ErrorCode, 'old' | 'next'>> = { wrong_password: 'old', weak_password: 'next', common_password: 'next' };

const empty = { old: '', next: '', confirm: '' };

export function PasswordCard({ email }: { email: string }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [typed, setTyped] = useState(empty);
  const form = useForm({
    read: readFields(
      {
        old: typed.old === '' && t('login.missing_password'),
        next: weaknessesOf(typed.next).length > 0 && t('password.strength_error'),
        confirm: typed.confirm !== typed.next && t('password.error_mismatch'),
      },
      { oldPassword: typed.old, newPassword: typed.next },
    ),
    failure: t('password.error_generic'),
    send: async (body) => {
      const outcome = await client.call({ method: 'POST', path: changePassword.path, body, timeout: hashTimeout });
      if (outcome.kind === 'answer' && outcome.status === 200) {
        setTyped(empty);
        toast(t('password.success'));
        return undefined;
      }
      const wrong = outcome.kind === 'answer' && fields[errorCodeOf(outcome)];
      return (words) => ({ [wrong || 'form']: callProblem(words, outcome, words('password.error_generic')) });
    },
  });
  const field = (name: keyof typeof empty): Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'> => ({
    ...form.field(name),
    value: typed[name],
    onChange: (event) => setTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <form {...form.props} className={card.card} aria-labelledby="password-card">
      <h2 id="password-card">{t('password.title')}</h2>
      <p className={styles.dim}>{t('password.text')}</p>
      {/* Password managers need the username. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label={t('password.old')} autoComplete="current-password" {...field('old')} />
      <PasswordField label={t('password.new')} autoComplete="new-password" hint={t('password.rules')} {...field('next')} />
      <PasswordField label={t('password.confirm')} autoComplete="new-password" {...field('confirm')} />
      <FormError error={form.error} />
      <div className={styles.actions}>
        <Button look="primary" type="submit" aria-disabled={form.busy}>
          {t(form.busy ? 'app.loading' : 'password.submit')}
        </Button>
      </div>
    </form>
  );
}
