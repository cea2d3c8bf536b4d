import { createContext, useState } from 'react';

/** Whether the forms inside opened by themselves: then the focus stays where the person has it. */
export const OpenedByItself = createContext(false);

/**
 * Returns what is open behind a button: what the person opened, else what held something unfinished when that was first known, or `closed`.
 * `drafted` is undefined until then. For another event it needs another key. `byItself` is true when nobody opened what is open.
 */
export function useFormOpen<Open>(closed: Open, drafted: Open | undefined): [open: Open, setOpen: (open: Open) => void, byItself: boolean] {
  const [chosen, choose] = useState<{ open: Open; byItself?: true } | null>(null);
  // Once: it stays open when its text is cleared, and a draft that begins later is being typed in another window.
  if (!chosen && drafted !== undefined) choose(drafted === closed ? { open: closed } : { open: drafted, byItself: true });
  return [chosen?.open ?? closed, (open) => choose({ open }), chosen?.byItself ?? false];
}
