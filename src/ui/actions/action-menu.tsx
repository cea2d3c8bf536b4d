import { Menu } from '@base-ui/react/menu';
import Ellipsis from 'lucide-react/icons/ellipsis';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { buttonClass } from '../theme/button.tsx';
import { useCloseRequest } from '../overlays/use-close-request.ts';
import { withinMain } from '../overlays/within-main.ts';
import styles from './action-menu.module.css';

interface Action {
  readonly label: string;
  readonly icon: ReactNode;
  /** Nothing can be done by it now; `why` says in words what is in its way. */
  readonly disabled?: boolean;
  readonly why?: string;
  readonly onChoose: () => void;
}

interface ActionMenuProps {
  /** The button's words, or the name of one that shows dots alone. */
  label: string;
  /** One of many, in a row of a list. */
  ofRow?: boolean;
  actions: readonly Action[];
  /** The button, for what is opened from the menu and gives the focus back. */
  button?: RefObject<HTMLButtonElement | null>;
}

/** What is wanted now and then, behind one quiet button. */
export function ActionMenu({ label, ofRow = false, actions, button }: ActionMenuProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      {ofRow ? (
        <Menu.Trigger ref={button} className={buttonClass('icon')} aria-label={label} title={label} data-menu="">
          <EllipsisVertical aria-hidden="true" />
        </Menu.Trigger>
      ) : (
        <Menu.Trigger ref={button} className={buttonClass('quiet')}>
          <Ellipsis aria-hidden="true" />
          {label}
        </Menu.Trigger>
      )}
      <Menu.Portal container={withinMain()}>
        <Menu.Positioner className={styles['positioner']} align={ofRow ? 'end' : 'start'} sideOffset={6} collisionPadding={8}>
          <Menu.Popup className={styles['popup']}>
            <Closing onClose={() => setOpen(false)} />
            {actions.map((action) => (
              <Item key={action.label} {...action} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Item({ label, icon, disabled = false, why, onChoose }: Action): ReactNode {
  const id = useId();
  return (
    <Menu.Item
      className={styles['item']}
      aria-label={label}
      aria-describedby={why === undefined ? undefined : id}
      title={why}
      disabled={disabled}
      onClick={onChoose}
    >
      {icon}
      <span>
        {label}
        {why !== undefined && (
          // On a phone nothing hovers.
          <span id={id} className={styles['why']}>
            {why}
          </span>
        )}
      </span>
    </Menu.Item>
  );
}

/** While the menu is open, Back closes it. */
function Closing({ onClose }: { onClose: () => void }): ReactNode {
  useCloseRequest(onClose);
  return null;
}
