import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgotPassword } from '#contract/endpoints/core.ts';
import { emailAddress } from '#contract/fields.ts';
import { useObservable, useSession } from '#sync/react/hooks.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Button } from '#ui/theme/button.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { LinkedText } from '#ui/text/linked-text.tsx';
import styles from './account-links.module.css';
import { callProblem } from '#feature-kit/call-problem.ts';

/** Requests a mail with a reset link; shows the contact of the operator if the server sends no mail. */
export function ForgotPasswordScreen(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const { sendsMail, contact } = useObservable(session.site);
  useEffect(() => void session.loadSite(), [session]);
  return (
    <Screen title={t('forgot_password.title')}>
      {sendsMail === false ? (
        <>
          <p>{t('forgot_password.no_mail')}</p>
          {contact !== null && (
            <p>
              <LinkedText text={contact} />
            </p>
          )}
        </>
      ) : (
        <AskForm />
      )}
    </Screen>
  );
}

function AskForm(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    read: readFields({ email: !emailAddress.safeParse(email).success && t('register.invalid_email') }, email.trim()),
    failure: t('sync.server_failed_now'),
    send: async (address) => {
      setSentTo(null);
      const outcome = await session.send({ method: 'POST', path: forgotPassword.path, body: { email: address } });
      if (outcome.kind === 'answer' && outcome.status === 200) {
        setSentTo(address);
        return undefined;
      }
      return (words) => ({ form: callProblem(words, outcome, words('sync.server_failed_now')) });
    },
  });
  return (
    <form {...form.props} className={styles.form}>
      <p className={styles.dim}>{t('forgot_password.text')}</p>
      <TextField
        {...form.field('email')}
        label={t('register.email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <FormError error={form.error} />
      <div role="status">{sentTo !== null && <p>{t('forgot_password.sent', { email: sentTo })}</p>}</div>
      <Button look="primary" type="submit" aria-disabled={form.busy}>
        {t(form.busy ? 'app.loading' : 'forgot_password.submit')}
      </Button>
    </form>
  );
}
