import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ComponentProps, KeyboardEvent, ReactNode, RefObject } from 'react';
import { buttonClass } from '../theme/button.tsx';

export interface MenuFace {
  /** The text of the button, or its accessible name if it shows only dots. */
  label: string;
  ofRow?: boolean;
  /** The button, which gets the focus back from anything that the menu opens. */
  button?: RefObject<HTMLButtonElement | null>;
}

/** The item that gets the focus when the menu opens: none after a press with a pointer. */
export type FirstItem = 'first' | 'last' | 'none';

interface MenuButtonProps extends MenuFace {
  onOpen?: (first: FirstItem) => void;
}

/** The button of a menu that has not been opened yet: a list has many of them, and a menu takes long to draw. */
export function MenuButton({ label, ofRow = false, button, onOpen }: MenuButtonProps): ReactNode {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    onOpen?.(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  return (
    <button
      {...faceOf(label, ofRow)}
      ref={button}
      type="button"
      aria-haspopup="menu"
      aria-expanded="false"
      // Enter, Space and screen readers press without a pointer.
      onClick={({ detail }) => onOpen?.(detail === 0 ? 'first' : 'none')}
      onKeyDown={onKeyDown}
    />
  );
}

/** Returns the look and the content of the button. */
export function faceOf(label: string, ofRow: boolean): ComponentProps<'button'> {
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
