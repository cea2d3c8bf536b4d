import { emailAddress } from '#contract/fields.ts';
import type { Me, ProfileChange } from '#contract/resources/me.ts';

export const profileFields = ['name', 'email', 'whatsapp', 'instagram', 'linkedin'] as const;

/** Values of the form: texts, empty if absent, and whether the picture will be removed. */
export interface ProfileValues extends Record<(typeof profileFields)[number], string> {
  picture: 'kept' | 'removed';
}

export function valuesOf(me: Partial<Me> | null): ProfileValues {
  const text = (field: (typeof profileFields)[number]): string => me?.[field] ?? '';
  const texts = {
    name: text('name'),
    email: text('email'),
    whatsapp: text('whatsapp'),
    instagram: text('instagram'),
    linkedin: text('linkedin'),
  };
  return { ...texts, picture: 'kept' };
}

/** Returns only the fields that differ from the current profile. */
export function changesOf(values: ProfileValues, me: Me): ProfileChange {
  const before = valuesOf(me);
  const next = profileFields.filter((field) => values[field].trim() !== before[field].trim());
  const texts = Object.fromEntries(next.map((field) => [field, values[field].trim()]));
  return values.picture === 'removed' && me.image !== null ? { ...texts, image: null } : texts;
}

export function changedTexts(change: ProfileChange): readonly (typeof profileFields)[number][] {
  return profileFields.filter((field) => change[field] !== undefined);
}

export const isAddress = (email: string): boolean => emailAddress.safeParse(email).success;
