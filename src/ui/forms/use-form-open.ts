import { createContext, useState } from 'react';

/** True if the form opened by itself: it must not move the focus. */
export const OpenedByItself = createContext(false);

/**
 * Returns the open form: the one that the person opened, else the one that had unfinished text when that was first known, or `closed`.
 * `drafted` is undefined until then. Another event needs another key. `byItself` is true if no person opened it.
 */
export function useFormOpen<Open>(closed: Open, drafted: Open | undefined): [open: Open, setOpen: (open: Open) => void, byItself: boolean] {
  const [chosen, choose] = useState<{ open: Open; byItself?: true } | null>(null);
  // Once: it stays open when its text is cleared, and a draft that begins later is being typed in another window.
  if (!chosen && drafted !== undefined) choose(drafted === closed ? { open: closed } : { open: drafted, byItself: true });
  return [chosen?.open ?? closed, (open) => choose({ open }), chosen?.byItself ?? false];
}
