import type { TFunction } from 'i18next';

/** Returns the displayed name of a person, with texts for one without a name and for one who left. */
export function personName(t: TFunction, person: { readonly name: string } | null | undefined): string {
  if (!person) return t('person.former');
  return person.name.trim() || t('person.nameless');
}
