import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/errors.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { readFields } from '#ui/forms/reading.ts';
import { SecondFactorField } from '#ui/forms/fields/second-factor-field.tsx';
import { type Sent, useForm } from '#ui/forms/use-form.ts';
import { Button } from '#ui/theme/button.tsx';
import styles from './login-screen.module.css';

interface SecondFactorFormProps {
  onSend: (token: string) => Sent<'token'>;
  onBack: () => void;
}

/** Asks for the one-time code (RFC 6238) or a recovery code after the password. */
export function SecondFactorForm({ onSend, onBack }: SecondFactorFormProps): ReactNode {
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
