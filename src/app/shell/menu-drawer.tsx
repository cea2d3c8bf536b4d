import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import overlay from '../../ui/overlay.module.css';
import styles from './menu-drawer.module.css';
import { SideMenu } from './side-menu.tsx';

interface MenuDrawerProps extends Omit<ComponentProps<typeof SideMenu>, 'onChosen'> {
  open: boolean;
  onClose: () => void;
}

/** The side menu over the screen, on phones. */
export function MenuDrawer({ open, onClose, ...menu }: MenuDrawerProps): ReactNode {
  const { t } = useTranslation();
  const chosen = useRef(false);
  const choose = (): void => {
    chosen.current = true;
    onClose();
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlay['backdrop']} />
        <Dialog.Popup
          className={styles['drawer']}
          aria-label={t('menu.label')}
          // After a choice the focus belongs to the screen that was chosen.
          finalFocus={() => (chosen.current ? document.querySelector<HTMLElement>('main h1') : true)}
        >
          <Dialog.Close render={<IconButton label={t('menu.close')} className={styles['close']} />}>
            <X aria-hidden="true" />
          </Dialog.Close>
          <SideMenu {...menu} onChosen={choose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
