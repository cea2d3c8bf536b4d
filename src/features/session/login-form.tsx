import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/look/button.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import styles from './login-screen.module.css';

/** Username and password; what is missing is said at the field, before anything is sent. */
export function LoginForm({ onSubmit }: { onSubmit: (username: string, password: string) => Promise<void> }): ReactNode {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    if (username.trim() === '') usernameInput.current?.focus();
    else if (password === '') passwordInput.current?.focus();
    else {
      setBusy(true);
      void onSubmit(username.trim(), password).finally(() => setBusy(false));
    }
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <TextField
        ref={usernameInput}
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        error={tried && username.trim() === '' ? t('login.missing_username') : null}
      />
      <PasswordField
        ref={passwordInput}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={tried && password === '' ? t('login.missing_password') : null}
      />
      <Button look="primary" type="submit" aria-disabled={busy}>
        {t(busy ? 'app.loading' : 'login.submit')}
      </Button>
    </form>
  );
}
