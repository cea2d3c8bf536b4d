import { createContext, useState } from 'react';

/** Whether the forms inside opened by themselves: then the focus stays where the person has it. */
export const OpenedByItself = createContext(false);

/**
 * What is open behind a button: `closed`, or what the person opened. Until the person chooses, `drafted` opens it, what holds something
 * unfinished (undefined until that is known); it then stays open, also when its text is cleared. Where it is about another event it needs
 * another key. `byItself` says that nobody opened what is open.
 */
export function useFormOpen<Open>(closed: Open, drafted: Open | undefined): [open: Open, setOpen: (open: Open) => void, byItself: boolean] {
  const [chosen, choose] = useState<{ open: Open; byItself?: true } | null>(null);
  const byDraft = drafted ?? closed;
  // At once, so that it is not forgotten with the draft.
  if (!chosen && byDraft !== closed) choose({ open: byDraft, byItself: true });
  return [chosen ? chosen.open : byDraft, (open) => choose({ open }), chosen?.byItself ?? false];
}
