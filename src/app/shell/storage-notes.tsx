import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatusOf } from '#sync/react/hooks.tsx';
import { Button } from '#ui/theme/button.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import styles from './storage-notes.module.css';

const LostNote = lazyComponent(async () => (await import('./lost-note.tsx')).LostNote, 'part');

/** Shows problems with this device's storage, and the commands that were lost with it. */
export function StorageNotes(): ReactNode {
  const { t } = useTranslation();
  const storageProblem = useStatusOf('storageProblem');
  const lost = useStatusOf('lost');
  return (
    <>
      {storageProblem !== null && (
        <div role="alert" data-passing className={styles.note}>
          <p>{t(`storage.${storageProblem}`)}</p>
          {storageProblem === 'lost' && <Button onClick={() => location.reload()}>{t('app.reload')}</Button>}
        </div>
      )}
      {lost.length > 0 && <LostNote lost={lost} />}
    </>
  );
}
