import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownData } from '#contract/endpoints/core.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { useFormBehindButton } from '#ui/forms/form-behind-button.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { Button } from '#ui/theme/button.tsx';
import card from '#ui/theme/card.module.css';
import { LeaveForm } from './leave-form.tsx';
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
