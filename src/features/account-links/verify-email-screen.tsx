import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { resendVerification, verifyEmail } from '#contract/endpoints/core.ts';
import { useObservable, useSession, useSessionState } from '#sync/react/hooks.tsx';
import type { Outcome } from '#sync/wire/transport.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import styles from './account-links.module.css';
import { callProblem } from '#feature-kit/call-problem.ts';
import { askOnce, useToken } from './use-token.ts';

/** Time (ms) that the success message is visible before the profile opens. */
const newsTime = 2_000;
const knownTime = 1_000;

const path = '/verify-email';

type Notice = { kind: 'verified' | 'known' | 'sent' | 'problem'; text: string };

/** Verifies the address of the opened link at once. If that fails, a button tries again, and signed-in users may request another mail. */
export function VerifyEmailScreen({ given }: { given: string | null }): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const { sendsMail } = useObservable(session.site);
  const signedIn = useSessionState().status === 'signed-in';
  const [, navigate] = useLocation();
  const token = useToken(given, path);
  /** The token that the server has answered. */
  const [tried, setTried] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const busy = sending || tried !== token;
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => void session.loadSite(), [session]);

  useEffect(() => {
    if (token === null) return undefined;
    let active = true;
    const ask = () => session.send({ method: 'POST', path: verifyEmail.path, body: { token } });
    void askOnce(path, token, ask).then((outcome) => {
      if (!active) return;
      setTried(token);
      // An automatic attempt shows no problem; a press on the button does.
      setNotice(newsOf(outcome));
    });
    return () => {
      active = false;
    };
  }, [session, token]);

  const isDone = notice?.kind === 'verified' || notice?.kind === 'known';
  const wait = notice?.kind === 'verified' ? newsTime : knownTime;
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => navigate('/my-profile', { replace: true }), wait);
    return () => clearTimeout(timer);
  }, [isDone, wait, navigate]);

  const verify = async (): Promise<void> => {
    if (busy || isDone) return;
    if (token === null) {
      setNotice({ kind: 'problem', text: t('verify_email.no_token') });
      return;
    }
    setSending(true);
    const outcome = await session.send({ method: 'POST', path: verifyEmail.path, body: { token } });
    setSending(false);
    const text = callProblem(t, outcome, t('verify_email.failed'), t('verify_email.error'));
    setNotice(newsOf(outcome) ?? { kind: 'problem', text });
  };
  const resend = async (): Promise<void> => {
    if (busy || isDone) return;
    setSending(true);
    const outcome = await session.send({ method: 'POST', path: resendVerification.path, body: {} });
    setSending(false);
    const isSent = outcome.kind === 'answer' && outcome.status === 200;
    const failed = t('verify_email.resend_failed');
    setNotice(isSent ? { kind: 'sent', text: t('verify_email.sent') } : { kind: 'problem', text: callProblem(t, outcome, failed, failed) });
  };
  const problem = notice === null && token === null ? t('verify_email.not_found') : notice?.kind === 'problem' ? notice.text : null;
  return (
    <Screen title={t('verify_email.title')}>
      <div className={styles.form}>
        <p className={styles.dim}>{t('verify_email.text')}</p>
        <div role="status">{notice !== null && notice.kind !== 'problem' && <p>{notice.text}</p>}</div>
        <FormError error={problem} />
        <div className={styles.actions}>
          <Button look="primary" aria-disabled={busy || isDone} onClick={() => void verify()}>
            {t(busy ? 'app.loading' : 'verify_email.verify')}
          </Button>
          {signedIn && sendsMail !== false && (
            <Button aria-disabled={busy || isDone} onClick={() => void resend()}>
              {t('verify_email.resend')}
            </Button>
          )}
        </div>
        {signedIn && sendsMail === false && <p className={styles.dim}>{t('verify_email.no_mail')}</p>}
        {!signedIn && (
          <p className={styles.dim}>
            {t('verify_email.signed_out')}{' '}
            <Link href="/home" className={buttonClass('quiet')}>
              {t('login.title')}
            </Link>
          </p>
        )}
      </div>
    </Screen>
  );
}

function newsOf(outcome: Outcome): Notice | null {
  if (outcome.kind !== 'answer' || outcome.status !== 200) return null;
  const answer = verifyEmail.answer.safeParse(outcome.body);
  return answer.success ? { kind: answer.data.already ? 'known' : 'verified', text: answer.data.message } : null;
}
