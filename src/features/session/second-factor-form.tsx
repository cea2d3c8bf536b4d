import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/look/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import styles from './login-screen.module.css';

interface SecondFactorFormProps {
  onSubmit: (token: string) => Promise<void>;
  onBack: () => void;
}

/** The one-time code (RFC 6238) that follows the password. */
export function SecondFactorForm({ onSubmit, onBack }: SecondFactorFormProps): ReactNode {
  const { t } = useTranslation();
  const [token, setToken] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  const code = token.replaceAll(/\s/g, '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    if (code === '') return input.current?.focus();
    setBusy(true);
    void onSubmit(code).finally(() => setBusy(false));
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <p className={styles['dim']}>{t('login.second_factor_text')}</p>
      <TextField
        ref={input}
        label={t('login.token')}
        name="token"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={token}
        onChange={(event) => setToken(event.target.value)}
        error={tried && code === '' ? t('login.missing_token') : null}
      />
      <Button look="primary" type="submit" aria-disabled={busy}>
        {t(busy ? 'app.loading' : 'login.verify')}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {t('login.back')}
      </Button>
    </form>
  );
}
