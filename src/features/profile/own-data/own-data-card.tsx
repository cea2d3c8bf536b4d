import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownData } from '#contract/endpoints/core.ts';
import { useSession, useSync } from '#sync/react/hooks.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { PasswordField } from '#ui/forms/fields/password-field.tsx';
import { useFormBehindButton } from '#ui/forms/form-behind-button.tsx';
import { FieldError, FormError } from '#ui/forms/field-error.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { toast } from '#ui/overlays/toasts.ts';
import { Button } from '#ui/theme/button.tsx';
import card from '#ui/theme/card.module.css';
import { callProblem } from '#feature-kit/call-problem.ts';
import styles from '../profile-screen.module.css';
import { saveFile } from '#ui/actions/save-file.ts';

/** Timeout (ms): the data includes all pictures, and the network may be slow. */
const downloadTimeout = 600_000;

export function OwnDataCard(): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { open: leaving, close, opener } = useFormBehindButton(false, false);

  const download = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const outcome = await client.call({ method: 'GET', path: ownData.path, timeout: downloadTimeout });
    setBusy(false);
    if (outcome.kind === 'no-network' || outcome.status !== 200) setProblem(callProblem(t, outcome, t('sync.server_failed_now')));
    else saveFile('event-companion.json', new Blob([JSON.stringify(outcome.body, null, 1)], { type: 'application/json' }));
  };
  return (
    <section className={card.card} aria-labelledby="own-data-card">
      <h2 id="own-data-card">{t('own_data.title')}</h2>
      <p className={styles.dim}>{t('own_data.download_text')}</p>
      <div className={styles.actions}>
        <Button aria-disabled={busy} onClick={() => void download()}>
          {t('own_data.download')}
        </Button>
      </div>
      {busy && <progress className={styles.bar} aria-label={t('own_data.downloading')} />}
      <FormError error={problem} />
      <p className={styles.dim}>{t('own_data.leave_text')}</p>
      {leaving ? (
        <LeaveForm onCancel={close} />
      ) : (
        <div className={styles.actions}>
          <Button {...opener(true)} look="quietDanger">
            {t('own_data.leave')}
          </Button>
        </div>
      )}
    </section>
  );
}

const choices = ['anonymise', 'delete'] as const;
type Choice = (typeof choices)[number];

function LeaveForm({ onCancel }: { onCancel: () => void }): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const id = useId();
  const [shared, setShared] = useState<Choice | null>(null);
  const [password, setPassword] = useState('');
  const [asking, setAsking] = useState(false);
  const form = useForm({
    read: readFields(
      {
        shared: shared === null && t('own_data.choose'),
        password: password === '' && t('login.missing_password'),
      },
      shared,
    ),
    ask: () => setAsking(true),
    failure: t('logout.failed'),
    send: async (choice) => {
      setAsking(false);
      if (!choice) return undefined;
      const outcome = await session.leaveForGood(password, choice);
      if (outcome.kind !== 'answer' || outcome.status !== 200)
        return (words) => ({ form: callProblem(words, outcome, words('sync.server_failed_now')) });
      toast(t('own_data.left'));
      return undefined;
    },
  });
  const { error, name, stale } = form.field('shared');
  return (
    <form {...form.props} className={styles.form} aria-label={t('own_data.leave')}>
      <fieldset className={styles.choices} aria-describedby={error === null ? undefined : id}>
        <legend>{t('own_data.shared')}</legend>
        {choices.map((choice) => (
          <label key={choice} className={styles.choice}>
            <input type="radio" name={name} checked={shared === choice} onChange={() => setShared(choice)} />
            {t(`own_data.shared_${choice}`)}
          </label>
        ))}
        <FieldError id={id} error={error} stale={stale} />
      </fieldset>
      <PasswordField
        {...form.field('password')}
        label={t('login.password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <FormError error={form.error} />
      <div className={styles.actions}>
        <Button look="danger" type="submit" aria-disabled={form.busy}>
          {t(form.busy ? 'app.loading' : 'own_data.leave_now')}
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
          onConfirm={form.agreed}
          onCancel={() => setAsking(false)}
        />
      )}
    </form>
  );
}
