import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useSession } from '#sync/react/hooks.tsx';
import { login, withCode } from '#sync/session/sign-in-methods.ts';
import type { SignInMethod } from '#sync/session/sign-in.ts';
import type { Sent } from '#ui/forms/use-form.ts';
import { buttonClass } from '#ui/theme/button.tsx';
import { personName } from '#ui/people/person-name.ts';
import { useScreenHeading } from '#ui/layout/screen.tsx';
import { Brand } from './brand.tsx';
import { Footer } from './footer.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login-screen.module.css';
import { loginProblem } from './login-problem.ts';
import { clearRegisterDraft } from './register-draft.ts';
import { SecondFactorForm } from './second-factor-form.tsx';

interface LoginScreenProps {
  unsentOf: readonly { name: string; count: number }[];
  /** Set if the last account on this device was erased; `unsent` commands were discarded. */
  erased?: { unsent: number } | undefined;
}

export function LoginScreen({ unsentOf, erased }: LoginScreenProps): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  // Name and password stay in memory until the second factor is entered.
  const [first, setFirst] = useState<{ username: string; password: string } | null>(null);
  const title = t(first ? 'login.second_factor' : 'login.title');
  const heading = useScreenHeading(title);

  const enter = async (entrance: SignInMethod, onSecondFactor = (): void => {}): Sent<'token'> => {
    const result = await session.signIn(entrance);
    if (result.kind === 'signed-in') clearRegisterDraft();
    if (result.kind === 'second-factor') onSecondFactor();
    if (result.kind !== 'refused' && result.kind !== 'no-network') return undefined;
    const wrong = result.kind === 'refused' && result.code === 'wrong_second_factor' ? 'token' : 'form';
    return (words) => ({ [wrong]: loginProblem(words, result) });
  };
  return (
    <main className={styles.screen}>
      <Brand />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {first ? (
        <SecondFactorForm onSend={(token) => enter(withCode(first.username, first.password, token))} onBack={() => setFirst(null)} />
      ) : (
        <LoginForm onSend={(username, password) => enter(login(username, password), () => setFirst({ username, password }))} />
      )}
      {!first && (
        <p className={styles.other}>
          <Link href="/forgot-password" className={buttonClass('quiet')}>
            {t('login.forgot')}
          </Link>
        </p>
      )}
      {!first && (
        <p className={styles.other}>
          <span>{t('login.new_here')}</span>{' '}
          <Link href="/code=" className={buttonClass('quiet')}>
            {t('login.register')}
          </Link>
        </p>
      )}
      {erased && <Erased unsent={erased.unsent} />}
      {unsentOf.length > 0 && <Unsent people={unsentOf} />}
      <Footer />
    </main>
  );
}

function Erased({ unsent }: { unsent: number }): ReactNode {
  const { t } = useTranslation();
  return (
    <section className={styles.unsent} role="status">
      <h2>{t('own_data.left')}</h2>
      {unsent > 0 && <p>{t('login.lost_with_account', { count: unsent })}</p>}
    </section>
  );
}

function Unsent({ people }: { people: readonly { name: string; count: number }[] }): ReactNode {
  const { t } = useTranslation();
  return (
    <section className={styles.unsent}>
      <h2>{t('login.unsent_title')}</h2>
      {people.map((person, index) => (
        <p key={index}>{t('login.unsent', { name: personName(t, person), count: person.count })}</p>
      ))}
    </section>
  );
}
