import type { TFunction } from 'i18next';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { errorText, reasonText, unreachedText } from '#i18n/errors.ts';
import { useSession } from '#sync/react/hooks.tsx';
import { login, withCode } from '#sync/session/sign-in-methods.ts';
import type { SignInMethod, Refused } from '#sync/session/sign-in.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { PasswordField } from '#ui/forms/fields/password-field.tsx';
import { SecondFactorField } from '#ui/forms/fields/second-factor-field.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { type Sent, useForm } from '#ui/forms/use-form.ts';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import { personName } from '#ui/people/person-name.ts';
import { useScreenHeading } from '#ui/layout/screen.tsx';
import { Brand } from './brand.tsx';
import { followFirstVisit } from './follow-first-visit.ts';
import { Footer } from './footer.tsx';
import styles from './login-screen.module.css';
import { clearRegisterDraft } from './register-draft.ts';

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
  const screen = useRef<HTMLElement>(null);
  // Before the heading may take the focus.
  useLayoutEffect(() => followFirstVisit(screen.current!), []);
  const heading = useScreenHeading(title);

  const enter = async (method: SignInMethod, onSecondFactor = (): void => {}): Sent<'token'> => {
    const result = await session.signIn(method);
    if (result.kind === 'signed-in') clearRegisterDraft();
    if (result.kind === 'second-factor') onSecondFactor();
    if (result.kind !== 'refused' && result.kind !== 'no-network') return undefined;
    const wrong = result.kind === 'refused' && result.code === 'wrong_second_factor' ? 'token' : 'form';
    return (words) => ({ [wrong]: loginProblem(words, result) });
  };
  return (
    <main ref={screen} className={styles.screen}>
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

function loginProblem(t: TFunction, result: Refused): string {
  if (result.kind === 'no-network') return unreachedText(t, result, t('login.no_network'));
  switch (result.code) {
    case 'wrong_credentials':
      return t('login_error_username_password');
    case 'wrong_second_factor':
      return t('login_error_tfa');
    default:
      return reasonText(t, result.code, t('sync.server_failed_now'), result.retryAfter);
  }
}

function LoginForm({ onSend }: { onSend: (username: string, password: string) => Sent<string> }): ReactNode {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const form = useForm({
    read: readFields(
      { username: username.trim() === '' && t('login.missing_username'), password: password === '' && t('login.missing_password') },
      { username: username.trim(), password },
    ),
    failure: errorText(t, 'internal'),
    send: (method) => onSend(method.username, method.password),
  });
  return (
    <form {...form.props} className={styles.form}>
      <TextField
        {...form.field('username')}
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField
        {...form.field('password')}
        label={t('login.password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <FormError error={form.error} />
      <Button look="primary" type="submit" aria-disabled={form.busy}>
        {t(form.busy ? 'app.loading' : 'login.submit')}
      </Button>
    </form>
  );
}

interface SecondFactorFormProps {
  onSend: (token: string) => Sent<'token'>;
  onBack: () => void;
}

/** Asks for the one-time code (RFC 6238) or a recovery code after the password. */
function SecondFactorForm({ onSend, onBack }: SecondFactorFormProps): ReactNode {
  const { t } = useTranslation();
  const [token, setToken] = useState('');
  const code = token.replaceAll(/\s/g, '');
  const form = useForm({
    read: readFields({ token: code === '' && t('login.missing_token') }, code),
    focus: 'token',
    failure: errorText(t, 'internal'),
    send: onSend,
  });
  return (
    <form {...form.props} className={styles.form}>
      <SecondFactorField {...form.field('token')} value={token} onCode={setToken} />
      <FormError error={form.error} />
      <Button look="primary" type="submit" aria-disabled={form.busy}>
        {t(form.busy ? 'app.loading' : 'login.verify')}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {t('login.back')}
      </Button>
    </form>
  );
}
