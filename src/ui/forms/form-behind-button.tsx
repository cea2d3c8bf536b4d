import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { Button } from '../look/button.tsx';
import { OpenedByItself, useFormOpen } from './use-form-open.ts';

/** Whether the form is open, and what opens and closes it. */
interface BehindButton {
  readonly open: boolean;
  /** Something unfinished has opened it. */
  readonly byItself: boolean;
  /** Closes it; the button is there again, and has the focus. */
  readonly close: () => void;
  /** For the button, which is there while the form is not. */
  readonly props: { readonly ref: RefObject<HTMLButtonElement | null>; readonly onClick: () => void };
}

/** A form that a button opens and the form itself closes; something unfinished in it, once that is known, opens it by itself. */
export function useFormBehindButton(hasDraft: boolean | undefined): BehindButton {
  const [open, setOpen, byItself] = useFormOpen(false, hasDraft);
  const button = useRef<HTMLButtonElement>(null);
  const closed = useRef(false);
  useLayoutEffect(() => {
    if (open || !closed.current) return;
    closed.current = false;
    button.current?.focus();
  }, [open]);
  const close = (): void => {
    closed.current = true;
    setOpen(false);
  };
  return { open, byItself, close, props: { ref: button, onClick: () => setOpen(true) } };
}

interface FormBehindButtonProps {
  icon: ReactNode;
  /** The button's words. */
  label: string;
  hasDraft: boolean | undefined;
  children: (close: () => void) => ReactNode;
}

/** The form for something new, behind a button until it is wanted. */
export function FormBehindButton({ icon, label, hasDraft, children }: FormBehindButtonProps): ReactNode {
  const { open, byItself, close, props } = useFormBehindButton(hasDraft);
  if (open) return <OpenedByItself value={byItself}>{children(close)}</OpenedByItself>;
  return (
    <Button {...props} look="primary">
      {icon}
      {label}
    </Button>
  );
}
