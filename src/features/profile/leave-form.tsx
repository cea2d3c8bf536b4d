import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnLeft } from '../../feature/features.tsx';
import { errorText } from '../../i18n/errors.ts';
import { useSession } from '../../sync/react/hooks.tsx';
import { Button } from '../../ui/look/button.tsx';
import { Confirm } from '../../ui/actions/confirm.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { toast } from '../../ui/over/toasts.ts';
import { passwordProblem } from './password-problem.ts';
import styles from './profile-screen.module.css';

const choices = ['anonymise', 'delete'] as const;

/** Asks what becomes of what the person shared, for the password, and once more; then the account is gone. */
export function LeaveForm({ onCancel }: { onCancel: () => void }): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const onLeft = useOnLeft();
  const name = useId();
  const [shared, setShared] = useState<(typeof choices)[number] | null>(null);
  const [password, setPassword] = useState('');
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const leave = async (): Promise<void> => {
    setAsking(false);
    if (shared === null) return;
    setBusy(true);
    setProblem(null);
    try {
      const outcome = await session.leaveForGood(password, shared);
      if (outcome.kind === 'answer' && outcome.status === 200) {
        toast(t('own_data.left'));
        await onLeft();
      } else {
        setProblem(passwordProblem(t, outcome, errorText(t, 'internal')));
      }
    } catch {
      setProblem(t('logout.failed'));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (shared === null) setProblem(t('own_data.choose'));
    else if (password === '') setProblem(t('login.missing_password'));
    else if (!busy) setAsking(true);
  };
  return (
    <form className={styles['form']} aria-label={t('own_data.leave')} onSubmit={submit} noValidate>
      <fieldset className={styles['choices']}>
        <legend>{t('own_data.shared')}</legend>
        {choices.map((choice) => (
          <label key={choice} className={styles['choice']}>
            <input type="radio" name={name} checked={shared === choice} onChange={() => setShared(choice)} />
            {t(`own_data.shared_${choice}`)}
          </label>
        ))}
      </fieldset>
      <PasswordField
        label={t('login.password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <p role="alert" className={styles['error']}>
        {problem}
      </p>
      <div className={styles['actions']}>
        <Button look="danger" type="submit" aria-disabled={busy}>
          {t(busy ? 'app.loading' : 'own_data.leave_now')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
      {asking && (
        <Confirm
          title={t('own_data.leave_title')}
          text={t('own_data.leave_question')}
          action={t('own_data.leave_now')}
          onConfirm={() => void leave()}
          onCancel={() => setAsking(false)}
        />
      )}
    </form>
  );
}
