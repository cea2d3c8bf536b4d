import type { TFunction } from 'i18next';

/** What a person is called wherever they are shown: by their name, as one who has given none yet, or as one who is no longer here. */
export function personName(t: TFunction, person: { readonly name: string } | null | undefined): string {
  if (!person) return t('person.former');
  return person.name.trim() || t('person.nameless');
}
