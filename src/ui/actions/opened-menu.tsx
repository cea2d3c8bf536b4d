import { Menu } from '@base-ui/react/menu';
import { type FocusEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { useCloseRequest } from '../overlays/use-close-request.ts';
import styles from './action-menu.module.css';
import { faceOf, type FirstItem, type MenuFace } from './menu-button.tsx';

export interface Action {
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly why?: string;
  readonly onChoose: () => void;
}

export interface OpenedMenuProps extends MenuFace {
  actions: readonly Action[];
  first: FirstItem;
  /** Ends the attempt to load this code. */
  onCancel: () => void;
}

/** The menu with its button, from the first press on. */
export function OpenedMenu({ label, ofRow = false, actions, button, first }: Omit<OpenedMenuProps, 'onCancel'>): ReactNode {
  const own = useRef<HTMLButtonElement>(null);
  const trigger = button ?? own;
  const place = usePlaceOfMenu(trigger);
  const [open, setOpen] = useState(true);
  const [wanted, want] = useState(first);
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
    if (wanted === 'none' || target !== currentTarget) return;
    const items = [...currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
    items.at(wanted === 'first' ? 0 : -1)?.focus();
    want('none');
  };
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger {...faceOf(label, ofRow)} ref={trigger} />
      <Menu.Portal container={place}>
        <Menu.Positioner className={styles.positioner} align={ofRow ? 'end' : 'start'} sideOffset={6} collisionPadding={8}>
          <Menu.Popup className={styles.popup} onFocus={onFocus}>
            <Items actions={actions} isOpen={open} onClose={() => setOpen(false)} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

export interface AnchoredMenuProps {
  label: string;
  /** Further items, above the actions. */
  above?: ReactNode;
  actions: readonly Action[];
  /** The button of the menu, which gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onClose: () => void;
}

/** A menu without a button of its own, for long lists and for a long press. */
export function AnchoredMenu({ label, above, actions, button, open, onClose }: AnchoredMenuProps): ReactNode {
  const place = usePlaceOfMenu(button);
  return (
    <Menu.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Menu.Portal container={place}>
        <Menu.Positioner className={styles.positioner} anchor={button} align="end" sideOffset={6} collisionPadding={8}>
          <Menu.Popup className={styles.popup} aria-label={label} finalFocus={button}>
            {above}
            <Items actions={actions} isOpen={open} onClose={onClose} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Items({ actions, isOpen, onClose }: { actions: readonly Action[]; isOpen: boolean; onClose: () => void }): ReactNode {
  return (
    <>
      {/* A menu that is fading out would take the next Back. */}
      {isOpen && <Closing onClose={onClose} />}
      {actions.map((action) => (
        <Item key={action.label} {...action} />
      ))}
    </>
  );
}

function Item({ label, icon, disabled = false, why, onChoose }: Action): ReactNode {
  const id = useId();
  return (
    <Menu.Item
      className={styles.item}
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
          // A phone has no hover, so the reason is shown as text.
          <span id={id} className={styles.why}>
            {why}
          </span>
        )}
      </span>
    </Menu.Item>
  );
}

function Closing({ onClose }: { onClose: () => void }): ReactNode {
  useCloseRequest(onClose);
  return null;
}

/**
 * Returns the container of a menu: the place of menus in the dialog of its button, under which the page is out of reach, or the main part,
 * so that the menu belongs to a landmark. It is found when the menu opens, and not by the focus, which Safari does not move to a button.
 */
function usePlaceOfMenu(button: RefObject<HTMLElement | null>): RefObject<HTMLElement | null> {
  const [place] = useState(() => ({
    get current() {
      return button.current?.closest('[role=dialog]')?.querySelector<HTMLElement>('[data-menus]') ?? document.querySelector('main');
    },
  }));
  return place;
}
