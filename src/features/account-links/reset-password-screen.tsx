import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { resetPassword } from '#contract/endpoints/core.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { weaknessesOf } from '#contract/rules/new-password.ts';
import { useSession } from '#sync/react/hooks.tsx';
import { errorCodeOf } from '#sync/wire/transport.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { PasswordField } from '#ui/forms/fields/password-field.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { Screen } from '#ui/layout/screen.tsx';
import styles from './account-links.module.css';
import { callProblem, hashTimeout } from '#feature-kit/call-problem.ts';
import { useToken } from './use-token.ts';

const fields: Partial<Record<ErrorCode, 'next'>> = { weak_password: 'next', common_password: 'next' };

/** Sets a new password by the link from a mail or from a global admin; the person signs in with it afterwards. */
export function ResetPasswordScreen({ given }: { given: string | null }): ReactNode {
  const { t } = useTranslation();
  const token = useToken(given, '/reset-password');
  return (
    <Screen title={t('reset_password.title')}>
      {token === null ? <p>{t('reset_password.no_token')}</p> : <ResetForm key={token} token={token} />}
      <p>
        <Link href="/forgot-password" className={buttonClass(token === null ? 'primary' : 'quiet')}>
          {t('reset_password.another')}
        </Link>
      </p>
    </Screen>
  );
}

function ResetForm({ token }: { token: string }): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const [, navigate] = useLocation();
  const [next, setNext] = useState('');
  const [confirm, setConfirm] = useState('');
  const form = useForm({
    read: readFields(
      {
        next: weaknessesOf(next).length > 0 && t('password.strength_error'),
        confirm: confirm !== next && t('password.error_mismatch'),
      },
      { token, newPassword: next },
    ),
    failure: t('password.error_generic'),
    send: async (body) => {
      const outcome = await session.send({ method: 'POST', path: resetPassword.path, body, timeout: hashTimeout });
      if (outcome.kind === 'answer' && outcome.status === 200) {
        toast(t('reset_password.success'));
        navigate('/home', { replace: true });
        return undefined;
      }
      const wrong = outcome.kind === 'answer' && fields[errorCodeOf(outcome)];
      return (words) => ({ [wrong || 'form']: callProblem(words, outcome, words('password.error_generic')) });
    },
  });
  return (
    <form {...form.props} className={styles.form}>
      <p className={styles.dim}>{t('reset_password.text')}</p>
      <PasswordField
        {...form.field('next')}
        label={t('password.new')}
        autoComplete="new-password"
        hint={t('password.rules')}
        value={next}
        onChange={(event) => setNext(event.target.value)}
      />
      <PasswordField
        {...form.field('confirm')}
        label={t('password.confirm')}
        autoComplete="new-password"
        value={confirm}
        onChange={(event) => setConfirm(event.target.value)}
      />
      <FormError error={form.error} />
      <Button look="primary" type="submit" aria-disabled={form.busy}>
        {t(form.busy ? 'app.loading' : 'password.submit')}
      </Button>
    </form>
  );
}
