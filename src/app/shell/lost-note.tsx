import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SyncStatus } from '#sync/engine/status.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { Button } from '#ui/theme/button.tsx';
import { UnsentList } from '#ui/text/unsent-list.tsx';
import styles from './storage-notes.module.css';

/** Lists the commands that were lost when the browser deleted the storage of this device. */
export function LostNote({ lost }: Pick<SyncStatus, 'lost'>): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  return (
    <div role="alert" data-passing className={styles.note}>
      <p>{t('storage.taken')}</p>
      <p>{t('storage.unsent', { count: lost.length })}</p>
      <UnsentList unsent={lost} />
      <Button look="primary" onClick={() => void client.engine().then((engine) => engine.acknowledgeLoss())}>
        {t('storage.seen')}
      </Button>
    </div>
  );
}
