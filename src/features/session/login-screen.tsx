import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useSession } from '../../sync/hooks.tsx';
import type { LoginResult } from '../../sync/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { personName } from '../../ui/person-name.ts';
import { useScreenHeading } from '../../ui/screen.tsx';
import { Brand } from './brand.tsx';
import { Footer } from './footer.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login-screen.module.css';
import { loginProblem } from './login-problem.ts';
import { clearRegisterDraft } from './register-draft.ts';
import { SecondFactorForm } from './second-factor-form.tsx';

type Step = 'password' | 'second-factor';

/** Sign in, with a second step where the account has one. `unsentOf` names whose entries wait here for their next sign-in. */
export function LoginScreen({ unsentOf }: { unsentOf: readonly { name: string; count: number }[] }): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const [, navigate] = useLocation();
  const [step, setStep] = useState<Step>('password');
  const [problem, setProblem] = useState<string | null>(null);
  const title = t(step === 'password' ? 'login.title' : 'login.second_factor');
  const heading = useScreenHeading(title);
  // Whatever the address was, even the one that logs out: after signing in the app opens at home.
  useEffect(() => {
    navigate('/home', { replace: true });
  }, [navigate]);

  const take = async (result: Promise<LoginResult>): Promise<void> => {
    setProblem(null);
    const found = await result;
    if (found.kind === 'second-factor') setStep('second-factor');
    else if (found.kind === 'signed-in') clearRegisterDraft();
    else setProblem(loginProblem(t, found));
  };
  return (
    <main className={styles['screen']}>
      <Brand />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {step === 'password' ? (
        <LoginForm onSubmit={(username, password) => take(session.login(username, password))} />
      ) : (
        <SecondFactorForm
          onSubmit={(token) => take(session.secondFactor(token))}
          onBack={() => {
            session.forgetCredentials();
            setProblem(null);
            setStep('password');
          }}
        />
      )}
      <p role="alert" className={styles['error']}>
        {problem}
      </p>
      {step === 'password' && (
        <p className={styles['other']}>
          {t('login.new_here')}{' '}
          <Link href="/code=" className={buttonClass('quiet')}>
            {t('login.register')}
          </Link>
        </p>
      )}
      {unsentOf.length > 0 && <Unsent people={unsentOf} />}
      <Footer />
    </main>
  );
}

function Unsent({ people }: { people: readonly { name: string; count: number }[] }): ReactNode {
  const { t } = useTranslation();
  return (
    <section className={styles['unsent']}>
      <h2>{t('login.unsent_title')}</h2>
      {people.map((person, index) => (
        <p key={index}>{t('login.unsent', { name: personName(t, person), count: person.count })}</p>
      ))}
    </section>
  );
}
