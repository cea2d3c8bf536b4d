import { type ReactNode, type RefObject, useRef } from 'react';
import { Button } from '../look/button.tsx';
import { OpenedByItself, useFormOpen } from './use-form-open.ts';

/** Whether the form is open, and what opens and closes it. */
interface BehindButton {
  readonly open: boolean;
  /** Something unfinished has opened it. */
  readonly byItself: boolean;
  /** Closes it; the focus goes back to the button. */
  readonly close: () => void;
  /** For the button. */
  readonly props: { readonly ref: RefObject<HTMLButtonElement | null>; readonly 'aria-expanded': boolean; readonly onClick: () => void };
}

/** A form that a button opens and closes; something unfinished in it, once that is known, opens it by itself. */
export function useFormBehindButton(hasDraft: boolean | undefined): BehindButton {
  const [open, setOpen, byItself] = useFormOpen(false, hasDraft);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return { open, byItself, close, props: { ref: button, 'aria-expanded': open, onClick: () => setOpen(!open) } };
}

interface FormBehindButtonProps {
  icon: ReactNode;
  /** The button's words while the form is closed, and while it is open. */
  words: { readonly open: string; readonly close: string };
  hasDraft: boolean | undefined;
  children: (close: () => void) => ReactNode;
}

/** The form for something new, behind a button until it is wanted. */
export function FormBehindButton({ icon, words, hasDraft, children }: FormBehindButtonProps): ReactNode {
  const { open, byItself, close, props } = useFormBehindButton(hasDraft);
  return (
    <>
      <Button {...props} look={open ? 'plain' : 'primary'}>
        {icon}
        {open ? words.close : words.open}
      </Button>
      {open && <OpenedByItself value={byItself}>{children(close)}</OpenedByItself>}
    </>
  );
}
