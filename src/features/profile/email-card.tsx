import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resendVerification, useNewAddress } from '#contract/endpoints/core.ts';
import type { Me } from '#contract/resources/me.ts';
import { useObservable, useSession, useSync } from '#sync/react/hooks.tsx';
import { errorCodeOf } from '#sync/wire/transport.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { PasswordField } from '#ui/forms/fields/password-field.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { toast } from '#ui/overlays/toasts.ts';
import { Button } from '#ui/theme/button.tsx';
import card from '#ui/theme/card.module.css';
import { callProblem, hashTimeout } from '#feature-kit/call-problem.ts';
import styles from './profile-screen.module.css';

export function EmailCard({ me: { email, emailVerified, signInEmail }, waiting }: { me: Me; waiting: boolean }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const session = useSession();
  const { sendsMail } = useObservable(session.site);
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<{ isSent: boolean; text: string } | null>(null);
  useEffect(() => void session.loadSite(), [session]);
  // The device has not loaded the state.
  if (emailVerified === undefined) return null;

  const resend = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setNotice(null);
    const outcome = await client.call({ method: 'POST', path: resendVerification.path, body: {} });
    setBusy(false);
    const isSent = outcome.kind === 'answer' && outcome.status === 200;
    setNotice({ isSent, text: isSent ? t('verify_email.sent') : callProblem(t, outcome, t('verify_email.resend_failed')) });
  };
  // The server does not know a pending address yet.
  const canResend = !emailVerified && sendsMail !== false && !waiting;
  return (
    <section className={card.card} aria-labelledby="email-card">
      <h2 id="email-card">{t('profile.email_card')}</h2>
      <p>{t(emailVerified ? 'profile.email_verified' : 'profile.email_unverified', { email })}</p>
      {!emailVerified && <p className={styles.dim}>{t(sendsMail === false ? 'verify_email.no_mail' : 'profile.email_unverified_text')}</p>}
      {canResend && (
        <div className={styles.actions}>
          <Button aria-disabled={busy} onClick={() => void resend()}>
            {t(busy ? 'app.loading' : 'verify_email.resend')}
          </Button>
        </div>
      )}
      {signInEmail !== undefined && !waiting && (
        <>
          <p>{t('profile.sign_in_with', { email: signInEmail })}</p>
          <p className={styles.dim}>{t(sendsMail === false ? 'profile.new_address_unmailed' : 'profile.new_address_text')}</p>
          <NewAddressForm email={email} />
        </>
      )}
      <div role="status">{notice?.isSent && <p>{notice.text}</p>}</div>
      <FormError error={notice && !notice.isSent ? notice.text : null} />
    </section>
  );
}

/** Makes a changed address the sign-in address after a proof by password. */
function NewAddressForm({ email }: { email: string }): ReactNode {
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
