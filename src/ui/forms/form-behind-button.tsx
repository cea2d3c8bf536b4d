import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { Button } from '../theme/button.tsx';
import { classes } from '../theme/classes.ts';
import styles from './form-behind-button.module.css';
import { OpenedByItself, useFormOpen } from './use-form.ts';

interface BehindButton<Open> {
  /** The open form, or `closed`. */
  readonly open: Open;
  readonly setOpen: (open: Open) => void;
  /** Closes the form and returns the focus to the button, unless the person moved it. */
  readonly close: () => void;
  readonly opener: (what: Open) => { readonly ref: RefObject<HTMLButtonElement | null>; readonly onClick: () => void };
  /** Wraps the open form: one that opened by itself must not move the focus. */
  readonly around: (form: ReactNode) => ReactNode;
}

/**
 * A form that a button opens and that closes itself. It opens by itself if it has unfinished text when that is first known. `closed` means
 * no form, `drafted` is the form with unfinished text.
 */
export function useFormBehindButton<Open>(closed: Open, drafted: Open | undefined): BehindButton<Open> {
  const [open, setOpen, byItself] = useFormOpen(closed, drafted);
  const button = useRef<HTMLButtonElement>(null);
  const wasClosed = useRef(false);
  useLayoutEffect(() => {
    if (open !== closed || !wasClosed.current) return;
    wasClosed.current = false;
    // The form closes a moment after it was sent: the person may be typing elsewhere by then.
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
  label: string;
  hasDraft: boolean | undefined;
  /** Shown above the button while the form is closed, such as the description of an empty list. */
  intro?: ReactNode;
  children: (close: () => void) => ReactNode;
}

export function FormBehindButton({ icon, label, hasDraft, intro, children }: FormBehindButtonProps): ReactNode {
  const { open, close, opener, around } = useFormBehindButton(false, hasDraft);
  if (open) return around(children(close));
  return (
    <div className={classes(styles.closed, Boolean(intro) && styles.introduced)}>
      {intro}
      <Button {...opener(true)} look="primary" data-new>
        {icon}
        {label}
      </Button>
    </div>
  );
}
