import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { Button } from '../theme/button.tsx';
import { OpenedByItself, useFormOpen } from './use-form-open.ts';

interface BehindButton<Open> {
  /** What is open, or `closed`. */
  readonly open: Open;
  readonly setOpen: (open: Open) => void;
  /** Closes it; the button has the focus again, unless the person is elsewhere by then. */
  readonly close: () => void;
  /** For the button, which opens this. */
  readonly opener: (what: Open) => { readonly ref: RefObject<HTMLButtonElement | null>; readonly onClick: () => void };
  /** What is open is drawn in this: what opened by itself leaves the focus where the person has it. */
  readonly around: (form: ReactNode) => ReactNode;
}

/**
 * A form that a button opens and the form itself closes; something unfinished in it, when that is first known, opens it by itself. `closed` stands
 * for no form, and `drafted` for the one that holds something unfinished.
 */
export function useFormBehindButton<Open>(closed: Open, drafted: Open | undefined): BehindButton<Open> {
  const [open, setOpen, byItself] = useFormOpen(closed, drafted);
  const button = useRef<HTMLButtonElement>(null);
  const wasClosed = useRef(false);
  useLayoutEffect(() => {
    if (open !== closed || !wasClosed.current) return;
    wasClosed.current = false;
    // The form closes a moment after it was sent: a person may be typing elsewhere by then.
    if (document.activeElement === document.body) button.current?.focus();
  }, [open, closed]);
  const close = (): void => {
    wasClosed.current = true;
    setOpen(closed);
  };
  return {
    open,
    setOpen,
    close,
    opener: (what) => ({ ref: button, onClick: () => setOpen(what) }),
    around: (form) => <OpenedByItself value={byItself}>{form}</OpenedByItself>,
  };
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
  const { open, close, opener, around } = useFormBehindButton(false, hasDraft);
  if (open) return around(children(close));
  return (
    <Button {...opener(true)} look="primary">
      {icon}
      {label}
    </Button>
  );
}
