import { useState } from 'react';

/**
 * What is open behind a button: `closed`, or what the person opened. Until the person chooses, `drafted` opens it, what holds something
 * unfinished (undefined until that is known); it then stays open, also when its text is cleared. Where it is about another event it needs
 * another key.
 */
export function useFormOpen<Open>(closed: Open, drafted: Open | undefined): [open: Open, setOpen: (open: Open) => void] {
  const [chosen, choose] = useState<{ open: Open } | null>(null);
  const byDraft = drafted ?? closed;
  // At once, so that it is not forgotten with the draft.
  if (!chosen && byDraft !== closed) choose({ open: byDraft });
  return [chosen ? chosen.open : byDraft, (open) => choose({ open })];
}
