import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ErrorCode } from '#contract/errors.ts';
import { reasonText, unreachedText } from '#i18n/errors.ts';
import { useSession } from '#sync/react/hooks.tsx';
import { register } from '#sync/session/sign-in-methods.ts';
import type { Refused } from '#sync/session/sign-in.ts';
import type { Wrong } from '#ui/forms/form-result.ts';
import type { Sent } from '#ui/forms/use-form.ts';
import { buttonClass } from '#ui/theme/button.tsx';
import { Brand } from './brand.tsx';
import { Footer } from './footer.tsx';
import { InvitedTo } from './invited-to.tsx';
import { useScreenHeading } from '#ui/layout/screen.tsx';
import styles from './login-screen.module.css';
import { clearRegisterDraft, type RegisterDraft } from './register-draft.ts';
import { type RegisterField, RegisterForm, type Registration } from './register-form.tsx';

interface RegisterScreenProps {
  invited: RegisterDraft;
  /** Called with the code when the person prefers to sign in. */
  onSignIn: (code: string) => void;
}

export function RegisterScreen({ invited, onSignIn }: RegisterScreenProps): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const [tried, setTried] = useState<string | null>(null);
  const heading = useScreenHeading(t('register.title'));

  const send = async ({ name, email, code }: Registration, password: string): Sent<RegisterField> => {
    setTried(code);
    const result = await session.signIn(register(email, password, code, name));
    if (result.kind === 'signed-in' || result.kind === 'registered') clearRegisterDraft();
    if (result.kind === 'registered')
      return (words) => ({ form: words(result.tried ? 'register.sign_in_instead' : 'register.sign_in_later') });
    return result.kind === 'refused' || result.kind === 'no-network' ? (words) => registerProblem(words, result) : undefined;
  };
  return (
    <main className={styles.screen}>
      <Brand />
      <InvitedTo key={invited.code} code={invited.code} />
      <h1 ref={heading} tabIndex={-1}>
        {t('register.title')}
      </h1>
      <p className={styles.dim}>{t('register.text')}</p>
      <RegisterForm key={`${invited.code} ${invited.email}`} invited={invited} onSend={send} />
      <p className={styles.other}>
        <span>{t('register.have_account')}</span>{' '}
        <Link href="/home" className={buttonClass('quiet')} onClick={() => onSignIn(tried ?? invited.code)}>
          {t('register.sign_in')}
        </Link>
      </p>
      <Footer />
    </main>
  );
}

const fields: Partial<Record<ErrorCode, RegisterField>> = {
  code_unknown: 'code',
  code_spent: 'code',
  event_over: 'code',
  email_unusable: 'email',
  weak_password: 'password',
  common_password: 'password',
};

/** Returns the reason why a registration failed as a sentence at its field. */
function registerProblem(t: TFunction, result: Refused): Wrong<RegisterField> {
  if (result.kind === 'no-network') return { form: unreachedText(t, result, t('register.no_network')) };
  if (result.code === 'too_many_requests' && result.retryAfter !== undefined)
    return { form: t('register.too_many', { minutes: Math.ceil(result.retryAfter / 60) }) };
  const text = reasonText(t, result.code, t('register_error_generic'), result.retryAfter);
  return { [fields[result.code] ?? 'form']: text };
}
