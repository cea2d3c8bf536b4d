import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#sync/react/hooks.tsx';
import type { StorageProblem } from '#sync/device/storage.ts';
import type { Unsent } from '#sync/outbox/loss-journal.ts';
import { Button } from '#ui/theme/button.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { useScreenHeading } from '#ui/layout/screen.tsx';
import { UnsentList } from '#ui/text/unsent-list.tsx';
import styles from './storage-failed-screen.module.css';

interface StorageFailedScreenProps {
  problem: StorageProblem;
  unsent: readonly Unsent[];
}

/** The data can be given up only if the database does not open at all. */
const titles = {
  full: 'storage.failed_title',
  lost: 'storage.failed_title',
  blocked: 'storage.blocked_title',
  outdated: 'storage.outdated_title',
} as const;

/** Reports that the database of the person does not open, names pending commands, and deletes it only after a confirmation. */
export function StorageFailedScreen({ problem, unsent }: StorageFailedScreenProps): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const title = t(titles[problem]);
  const heading = useScreenHeading(title);
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState(false);
  const retry = (anew: boolean): void => {
    setAsking(false);
    session.retryStorage(anew).then(
      (opens) => setFailed(!opens),
      () => setFailed(true),
    );
  };
  return (
    <main className={styles.screen}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{t(`storage.${problem}`)}</p>
      {unsent.length > 0 && (
        <>
          <p>{t('storage.unsent', { count: unsent.length })}</p>
          <UnsentList unsent={unsent} />
        </>
      )}
      {failed && <p role="alert">{t('storage.still_failed')}</p>}
      <div className={styles.actions}>
        {problem === 'outdated' ? (
          <Button look="primary" onClick={() => location.reload()}>
            {t('storage.reload')}
          </Button>
        ) : (
          <Button look="primary" onClick={() => retry(false)}>
            {t('storage.retry')}
          </Button>
        )}
        {(problem === 'full' || problem === 'lost') && (
          <Button look="quietDanger" onClick={() => setAsking(true)}>
            {t('storage.anew')}
          </Button>
        )}
      </div>
      {asking && (
        <Confirm
          title={t('storage.anew_title')}
          text={t('storage.anew_text')}
          action={t('storage.anew')}
          onConfirm={() => retry(true)}
          onCancel={() => setAsking(false)}
        />
      )}
    </main>
  );
}
