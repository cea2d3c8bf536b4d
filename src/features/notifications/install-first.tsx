import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import styles from '../../ui/overlay.module.css';

/** On iPhone and iPad: how to get the installed app, which alone can receive push messages. */
export function InstallFirst({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup className={styles['dialog']}>
          <Dialog.Title>{t('push.install_title')}</Dialog.Title>
          <Dialog.Description className={styles['text']}>{t('push.needs_install')}</Dialog.Description>
          <InstallSteps />
          <div className={styles['actions']}>
            <Dialog.Close render={<Button look="primary" />}>{t('push.understood')}</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
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
