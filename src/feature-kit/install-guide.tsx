import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/theme/button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import styles from '#ui/overlays/overlay.module.css';
import { useSyncStatus } from '#sync/react/hooks.tsx';

interface InstallGuideProps {
  reason: string;
  /** The steps in the installed app. */
  last: string;
  onClose: () => void;
}

/** The steps to install the app on iPhone and iPad, and what it cannot take over from this browser. */
export function InstallGuide({ reason, last, onClose }: InstallGuideProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Modal onClose={onClose}>
      <Dialog.Title>{t('install.title')}</Dialog.Title>
      <Dialog.Description className={styles.text}>{reason}</Dialog.Description>
      <InstallSteps last={last} />
      <div className={styles.actions}>
        <Dialog.Close render={<Button look="primary" />}>{t('install.understood')}</Dialog.Close>
      </div>
    </Modal>
  );
}

export function InstallSteps({ last }: Pick<InstallGuideProps, 'last'>): ReactNode {
  const { t } = useTranslation();
  const { waiting, needsAttention } = useSyncStatus();
  return (
    <>
      <ol className={styles.steps}>
        <li>{t('install.step_share')}</li>
        <li>{t('install.step_add')}</li>
        <li>{last}</li>
      </ol>
      <p className={styles.text}>{t('install.own_storage')}</p>
      {waiting + needsAttention > 0 && <p className={styles.text}>{t('install.unsent')}</p>}
    </>
  );
}
