import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { emailAddress } from '#contract/fields.ts';
import { limits } from '#contract/limits.ts';
import { weaknessesOf } from '#contract/rules/new-password.ts';
import { Button } from '#ui/theme/button.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { PasswordField } from '#ui/forms/fields/password-field.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { type Sent, useForm } from '#ui/forms/use-form.ts';
import { InvitedTo } from './invited-to.tsx';
import styles from './login-screen.module.css';
import { readRegisterDraft, type RegisterDraft, writeRegisterDraft } from './register-draft.ts';

interface RegisterFormProps {
  /** Values of the invitation link; empty ones are restored from the draft. */
  invited: RegisterDraft;
  onSend: (registration: Registration, password: string) => Sent<RegisterField>;
}

/** Trimmed; `name` may be empty. */
export interface Registration {
  readonly name: string;
  readonly email: string;
  readonly code: string;
}

export type RegisterField = 'name' | 'email' | 'code' | 'password';

export function RegisterForm({ invited, onSend }: RegisterFormProps): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Registration>(() => startOf(invited));
  // The code whose event is shown above the form.
  const [lookedUp, setLookedUp] = useState(typed.code.trim());
  const [password, setPassword] = useState('');
  const [confirmed, setConfirmed] = useState('');
  const type = (part: Partial<Registration>): void => {
    const next = { ...typed, ...part };
    setTyped(next);
    writeRegisterDraft(next);
  };
  const form = useForm({
    read: readFields(
      {
        name: false,
        email: !emailAddress.safeParse(typed.email).success && t('register.invalid_email'),
        code: typed.code.trim() === '' && t('register.missing_code'),
        password: weaknessesOf(password).length > 0 && t('password.strength_error'),
        confirm: confirmed !== password && t('register_error_password_mismatch'),
      },
      typed,
    ),
    failure: t('register_error_generic'),
    send: ({ name, email, code }) => onSend({ name: name.trim(), email: email.trim(), code: code.trim() }, password),
  });
  const plain = { autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <form {...form.props} className={styles.form}>
      <TextField
        label={t('register.name')}
        {...form.field('name')}
        hint={t('register.name_hint')}
        autoComplete="name"
        maxLength={limits.titleLength}
        value={typed.name}
        onChange={(event) => type({ name: event.target.value })}
      />
      <TextField
        {...plain}
        label={t('register.email')}
        {...form.field('email')}
        type="email"
        autoComplete="username"
        value={typed.email}
        onChange={(event) => type({ email: event.target.value })}
      />
      <TextField
        {...plain}
        label={t('register.event_code')}
        {...form.field('code')}
        autoComplete="off"
        maxLength={limits.codeLength}
        value={typed.code}
        onChange={(event) => type({ code: event.target.value })}
        onBlur={() => setLookedUp(typed.code.trim())}
      />
      {lookedUp !== invited.code && <InvitedTo key={lookedUp} code={lookedUp} />}
      <PasswordField
        label={t('register.password')}
        {...form.field('password')}
        autoComplete="new-password"
        hint={t('password.rules')}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label={t('register.confirm_password')}
        {...form.field('confirm')}
        autoComplete="new-password"
        value={confirmed}
        onChange={(event) => setConfirmed(event.target.value)}
      />
      <FormError error={form.error} />
      <Button look="primary" type="submit" aria-disabled={form.busy}>
        {t(form.busy ? 'app.loading' : 'register.submit')}
      </Button>
    </form>
  );
}

/** Prefers the link, because the draft may be of another person who used this device. */
function startOf(invited: RegisterDraft): Registration {
  const kept = readRegisterDraft();
  return { name: kept?.name ?? '', email: invited.email || (kept?.email ?? ''), code: invited.code || (kept?.code ?? '') };
}
