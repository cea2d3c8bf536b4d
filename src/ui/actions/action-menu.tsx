import { Menu } from '@base-ui/react/menu';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ReactNode, type RefObject, useState } from 'react';
import { buttonClass } from '../look/button.tsx';
import { useCloseRequest } from '../over/use-close-request.ts';
import { withinMain } from '../over/within-main.ts';
import styles from './action-menu.module.css';

interface Action {
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
}

interface ActionMenuProps {
  /** The button's words. */
  label: string;
  actions: readonly Action[];
  /** The button, for what is opened from the menu and gives the focus back. */
  button?: RefObject<HTMLButtonElement | null>;
}

/** What is wanted now and then, behind one quiet button. */
export function ActionMenu({ label, actions, button }: ActionMenuProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger ref={button} className={buttonClass('quiet')}>
        <Ellipsis aria-hidden="true" />
        {label}
      </Menu.Trigger>
      <Menu.Portal container={withinMain()}>
        <Menu.Positioner className={styles['positioner']} align="start" sideOffset={6} collisionPadding={8}>
          <Menu.Popup className={styles['popup']}>
            <Closing onClose={() => setOpen(false)} />
            {actions.map(({ label: name, icon, disabled = false, onChoose }) => (
              <Menu.Item key={name} className={styles['item']} disabled={disabled} onClick={onChoose}>
                {icon}
                {name}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** While the menu is open, Back closes it. */
function Closing({ onClose }: { onClose: () => void }): ReactNode {
  useCloseRequest(onClose);
  return null;
}
