import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { emailAddress } from '../../../contract/fields.ts';
import { limits } from '../../../contract/limits.ts';
import { weaknessesOf } from '../../../contract/new-password.ts';
import { Button } from '../../ui/look/button.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import styles from './login-screen.module.css';
import { readRegisterDraft, type RegisterDraft, writeRegisterDraft } from './register-draft.ts';

interface RegisterFormProps {
  /** What the invitation's link says; where it says nothing, what was typed before and not sent is there again. */
  invited: RegisterDraft;
  onSubmit: (email: string, code: string, password: string) => Promise<void>;
}

/** Address, code and a new password twice; what is wrong is said at the field, before anything is sent. */
export function RegisterForm({ invited, onSubmit }: RegisterFormProps): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<RegisterDraft>(() => startOf(invited));
  const [password, setPassword] = useState('');
  const [confirmed, setConfirmed] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const type = (part: Partial<RegisterDraft>): void => {
    const next = { ...typed, ...part };
    setTyped(next);
    writeRegisterDraft(next);
  };
  const errors = {
    email: emailAddress.safeParse(typed.email).success ? null : t('register.invalid_email'),
    code: typed.code.trim() === '' ? t('register.missing_code') : null,
    password: weaknessesOf(password).length > 0 ? t('password.strength_error') : null,
    confirm: confirmed === password ? null : t('register_error_password_mismatch'),
  };
  const shown = (error: string | null): string | null => (tried ? error : null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    const wrong = Object.entries(errors).find(([, error]) => error !== null)?.[0];
    if (wrong !== undefined) return form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
    setBusy(true);
    void onSubmit(typed.email.trim(), typed.code.trim(), password).finally(() => setBusy(false));
  };
  const plain = { autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
      <TextField
        {...plain}
        label={t('register.email')}
        name="email"
        type="email"
        autoComplete="username"
        value={typed.email}
        onChange={(event) => type({ email: event.target.value })}
        error={shown(errors.email)}
      />
      <TextField
        {...plain}
        label={t('register.event_code')}
        name="code"
        autoComplete="off"
        maxLength={limits.codeLength}
        value={typed.code}
        onChange={(event) => type({ code: event.target.value })}
        error={shown(errors.code)}
      />
      <PasswordField
        label={t('register.password')}
        name="password"
        autoComplete="new-password"
        hint={t('password.rules')}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={shown(errors.password)}
      />
      <PasswordField
        label={t('register.confirm_password')}
        name="confirm"
        autoComplete="new-password"
        value={confirmed}
        onChange={(event) => setConfirmed(event.target.value)}
        error={shown(errors.confirm)}
      />
      <Button look="primary" type="submit" aria-disabled={busy}>
        {t(busy ? 'app.loading' : 'register.submit')}
      </Button>
    </form>
  );
}

/** The link comes first: what was typed before may be another person's who had this device. */
function startOf(invited: RegisterDraft): RegisterDraft {
  const kept = readRegisterDraft();
  return { email: invited.email || (kept?.email ?? ''), code: invited.code || (kept?.code ?? '') };
}
