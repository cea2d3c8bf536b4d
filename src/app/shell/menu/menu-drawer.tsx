import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/theme/button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import styles from './menu-drawer.module.css';
import { SideMenu } from '#feature-kit/menu/side-menu.tsx';

interface MenuDrawerProps extends Omit<ComponentProps<typeof SideMenu>, 'onChosen'> {
  onClose: () => void;
}

export function MenuDrawer({ onClose, ...menu }: MenuDrawerProps): ReactNode {
  const { t } = useTranslation();
  const chosen = useRef(false);
  const choose = (): void => {
    chosen.current = true;
    onClose();
  };
  return (
    <Modal
      className={styles.drawer}
      aria-label={t('menu.label')}
      // After a choice the focus belongs to the chosen screen.
      finalFocus={() => (chosen.current ? document.querySelector<HTMLElement>('main h1') : true)}
      onClose={onClose}
    >
      <Dialog.Close render={<IconButton label={t('menu.close')} className={styles.close} />}>
        <X aria-hidden="true" />
      </Dialog.Close>
      <SideMenu {...menu} onChosen={choose} />
    </Modal>
  );
}
