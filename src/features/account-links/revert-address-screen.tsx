import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { revertAddress } from '#contract/endpoints/core.ts';
import { callProblem } from '#feature-kit/call-problem.ts';
import { useSession } from '#sync/react/hooks.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { Button } from '#ui/theme/button.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import styles from './account-links.module.css';
import { useToken } from './use-token.ts';

/** Reverts a change of address by the link in the mail to the old one. Opening the link changes nothing; the button does. */
export function RevertAddressScreen({ given }: { given: string | null }): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const token = useToken(given, '/revert-address');
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const revert = async (): Promise<void> => {
    if (busy || done !== null) return;
    setBusy(true);
    setProblem(null);
    const outcome = await session.send({ method: 'POST', path: revertAddress.path, body: { token } });
    setBusy(false);
    const answer = outcome.kind === 'answer' && outcome.status === 200 ? revertAddress.answer.safeParse(outcome.body) : null;
    if (answer?.success) setDone(answer.data.message);
    else setProblem(callProblem(t, outcome, t('revert_address.failed')));
  };
  if (token === null) return <Screen title={t('revert_address.title')}>{t('revert_address.no_token')}</Screen>;
  return (
    <Screen title={t('revert_address.title')}>
      <div className={styles.form}>
        <p className={styles.dim}>{t('revert_address.text')}</p>
        <div role="status">{done !== null && <p>{done}</p>}</div>
        <FormError error={problem} />
        {done === null && (
          <div className={styles.actions}>
            <Button look="primary" aria-disabled={busy} onClick={() => void revert()}>
              {t(busy ? 'app.loading' : 'revert_address.submit')}
            </Button>
          </div>
        )}
      </div>
    </Screen>
  );
}
