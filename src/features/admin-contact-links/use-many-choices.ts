import { useState } from 'react';
import type { Choices, Side } from '#ui/forms/clash-choices.tsx';

interface ManyChoices {
  /** Returns the choices about this thing in this state. */
  readonly of: (what: string, state: string | number | undefined) => Choices;
  readonly choose: (what: string, state: string | number | undefined, key: string, side: Side) => void;
}

/** Stores choices about clashes of several things; a new state of one asks again. */
export function useManyChoices(): ManyChoices {
  const [made, setMade] = useState<Readonly<Record<string, { state: string | number | undefined; choices: Choices }>>>({});
  const of: ManyChoices['of'] = (what, state) => {
    const known = made[what];
    return known && known.state === state ? known.choices : {};
  };
  return {
    of,
    choose: (what, state, key, side) => setMade({ ...made, [what]: { state, choices: { ...of(what, state), [key]: side } } }),
  };
}
