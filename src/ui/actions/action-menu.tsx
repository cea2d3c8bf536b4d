import { Menu } from '@base-ui/react/menu';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ComponentProps, type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import { buttonClass } from '../theme/button.tsx';
import { useCloseRequest } from '../overlays/use-close-request.ts';
import styles from './action-menu.module.css';

export interface Action {
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly why?: string;
  readonly onChoose: () => void;
}

interface ActionMenuProps {
  /** The text of the button, or its accessible name if it shows only dots. */
  label: string;
  ofRow?: boolean;
  actions: readonly Action[];
  /** The button, which gets the focus back from anything that the menu opens. */
  button?: RefObject<HTMLButtonElement | null>;
}

/** A menu of rare actions behind one quiet button. */
export function ActionMenu(props: ActionMenuProps): ReactNode {
  const [first, open] = useState<FirstItem>();
  return first ? <OpenedMenu {...props} first={first} /> : <MenuButton {...props} onOpen={open} />;
}

/** The item that gets the focus when the menu opens: none after a press with a pointer. */
export type FirstItem = 'first' | 'last' | 'none';

interface MenuButtonProps extends Omit<ActionMenuProps, 'actions'> {
  onOpen: (first: FirstItem) => void;
}

/** The button of a menu that has not been opened yet: a list has many of them, and a menu takes long to draw. */
export function MenuButton({ label, ofRow = false, button, onOpen }: MenuButtonProps): ReactNode {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    onOpen(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  return (
    <button
      {...faceOf(label, ofRow)}
      ref={button}
      type="button"
      aria-haspopup="menu"
      aria-expanded="false"
      // Enter, Space and screen readers press without a pointer.
      onClick={({ detail }) => onOpen(detail === 0 ? 'first' : 'none')}
      onKeyDown={onKeyDown}
    />
  );
}

/** Returns the look and the content of the button. */
function faceOf(label: string, ofRow: boolean): ComponentProps<'button'> {
  const face = { 'data-menu': '', className: buttonClass(ofRow ? 'icon' : 'quiet') };
  const dots = <Ellipsis aria-hidden="true" />;
  if (ofRow) return { ...face, 'aria-label': label, title: label, children: dots };
  const children = (
    <>
      {dots}
      {label}
    </>
  );
  return { ...face, children };
}

interface OpenedMenuProps extends ActionMenuProps {
  first: FirstItem;
}

/** The menu with its button, from the first press on. */
export function OpenedMenu({ label, ofRow = false, actions, button, first }: OpenedMenuProps): ReactNode {
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
      <Menu.Trigger {...faceOf(label, ofRow)} ref={button} />
      <Menu.Portal container={withinMain()}>
        <Menu.Positioner className={styles.positioner} align={ofRow ? 'end' : 'start'} sideOffset={6} collisionPadding={8}>
          <Menu.Popup className={styles.popup} onFocus={onFocus}>
            <Items actions={actions} onClose={() => setOpen(false)} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

interface AnchoredMenuProps {
  label: string;
  /** Further items, above the actions. */
  above?: ReactNode;
  actions: readonly Action[];
  /** The button of the menu, which gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A menu without a button of its own, for long lists and for a long press. */
export function AnchoredMenu({ label, above, actions, button, open, onOpenChange }: AnchoredMenuProps): ReactNode {
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange}>
      <Menu.Portal container={withinMain()}>
        <Menu.Positioner className={styles.positioner} anchor={button} align="end" sideOffset={6} collisionPadding={8}>
          <Menu.Popup className={styles.popup} aria-label={label} finalFocus={button}>
            {above}
            <Items actions={actions} onClose={() => onOpenChange(false)} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Items({ actions, onClose }: { actions: readonly Action[]; onClose: () => void }): ReactNode {
  return (
    <>
      <Closing onClose={onClose} />
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
 * Returns the container of a menu: the place of menus in the dialog with the focus, under which the page is out of reach, or the main part,
 * so that the menu belongs to a landmark. Undefined for the end of the page.
 */
const withinMain = (): HTMLElement | undefined =>
  document.activeElement?.closest('[role=dialog]')?.querySelector<HTMLElement>('[data-menus]') ??
  document.querySelector('main') ??
  undefined;
