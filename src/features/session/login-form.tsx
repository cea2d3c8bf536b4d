import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/errors.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { PasswordField } from '#ui/forms/fields/password-field.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { readFields } from '#ui/forms/reading.ts';
import { type Sent, useForm } from '#ui/forms/use-form.ts';
import { Button } from '#ui/theme/button.tsx';
import styles from './login-screen.module.css';

export function LoginForm({ onSend }: { onSend: (username: string, password: string) => Sent<string> }): ReactNode {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const form = useForm({
    read: readFields(
      { username: username.trim() === '' && t('login.missing_username'), password: password === '' && t('login.missing_password') },
      { username: username.trim(), password },
    ),
    failure: errorText(t, 'internal'),
    send: (entrance) => onSend(entrance.username, entrance.password),
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
