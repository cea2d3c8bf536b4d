import type { TFunction } from 'i18next';
import { type Share, unlimited } from '../../../contract/resources/shares.ts';

type Told = Pick<Share, 'type' | 'title' | 'description' | 'available' | 'total'>;

/** What is offered, in the reader's words: rides and rooms are told by a template, things by their own title. */
export function shareTitle(t: TFunction, { type, title }: Pick<Share, 'type' | 'title'>): string {
  return type === 'stuff' ? title : t(`sharing.template.${type}_title`, { name: title });
}

/** How many are left. */
export function shareAmount(t: TFunction, { type, available, total }: Pick<Told, 'type' | 'available' | 'total'>): string {
  if (total === unlimited) return t(`sharing.template.${type}_unlimited`);
  return t(`sharing.template.${type}_free`, { count: available, total });
}

/** All of it, or as much as a command says: as it is searched and copied. */
export function shareText(t: TFunction, { type, title, description, available, total }: Partial<Told>): string {
  const named = type && title !== undefined ? shareTitle(t, { type, title }) : title;
  const amount = type && available !== undefined && total !== undefined ? shareAmount(t, { type, available, total }) : null;
  return [named, amount, description].filter(Boolean).join('\n');
}
