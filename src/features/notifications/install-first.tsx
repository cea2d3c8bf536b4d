import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/look/button.tsx';
import { Modal } from '../../ui/over/modal.tsx';
import styles from '../../ui/over/overlay.module.css';

/** On iPhone and iPad: how to get the installed app, which alone can receive push messages. */
export function InstallFirst({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Modal onClose={onClose}>
      <Dialog.Title>{t('push.install_title')}</Dialog.Title>
      <Dialog.Description className={styles['text']}>{t('push.needs_install')}</Dialog.Description>
      <InstallSteps />
      <div className={styles['actions']}>
        <Dialog.Close render={<Button look="primary" />}>{t('push.understood')}</Dialog.Close>
      </div>
    </Modal>
  );
}

/** The way there, step by step. */
export function InstallSteps(): ReactNode {
  const { t } = useTranslation();
  return (
    <ol className={styles['steps']}>
      <li>{t('push.step_share')}</li>
      <li>{t('push.step_add')}</li>
      <li>{t('push.step_open')}</li>
    </ol>
  );
}
