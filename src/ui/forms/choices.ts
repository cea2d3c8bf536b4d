import { useState } from 'react';
import type { Choices, Side } from './clash-choices.tsx';

/** The decisions on clashes with one version of a row; another version discards them. */
export function useChoices(version: number | undefined): [choices: Choices, choose: (key: string, side: Side) => void] {
  const [made, setMade] = useState<{ version: number | undefined; choices: Choices }>({ version, choices: {} });
  const choices = made.version === version ? made.choices : {};
  return [choices, (key, side) => setMade({ version, choices: { ...choices, [key]: side } })];
}

export function decided(clashes: readonly { key: string }[], choices: Choices): boolean {
  return clashes.every(({ key }) => choices[key] !== undefined);
}

export function focusUndecided(form: HTMLFormElement | null): void {
  const undecided = [...(form?.querySelectorAll('fieldset') ?? [])].filter((fieldset) => !fieldset.querySelector(':checked'));
  undecided.flatMap((fieldset) => [...fieldset.querySelectorAll('input')])[0]?.focus();
}
