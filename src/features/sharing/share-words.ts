import type { TFunction } from 'i18next';
import { type Share, unlimited } from '#contract/resources/shares.ts';

type Told = Pick<Share, 'type' | 'title' | 'description' | 'available' | 'total'>;

/** Returns the localised title; rides and rooms use a template, things their own title. */
export function shareTitle(t: TFunction, { type, title }: Pick<Share, 'type' | 'title'>): string {
  return type === 'stuff' ? title : t(`sharing.template.${type}_title`, { name: title });
}

export function shareAmount(t: TFunction, { type, available, total }: Pick<Told, 'type' | 'available' | 'total'>): string {
  if (total === unlimited) return t(`sharing.template.${type}_unlimited`);
  return t(`sharing.template.${type}_free`, { count: available, total });
}

/** Returns the text of an offer, or of the part in a command, for search and copying. */
export function shareText(t: TFunction, { type, title, description, available, total }: Partial<Told>): string {
  const named = type && title !== undefined ? shareTitle(t, { type, title }) : title;
  const amount = type && available !== undefined && total !== undefined ? shareAmount(t, { type, available, total }) : null;
  return [named, amount, description].filter(Boolean).join('\n');
}
