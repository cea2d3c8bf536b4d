import type { TFunction } from 'i18next';
import { labelsOf } from '#commands/command-fields.ts';
import type { BaseRow } from '#contract/resource.ts';
import { type Share, unlimited } from '#contract/resources/shares.ts';
import type { ConflictWords, Words } from '#feature-kit/command-presenter.ts';
import type { Fields } from '#sync/mirror/merge.ts';

type Described = Pick<Share, 'type' | 'title' | 'description' | 'available' | 'total'>;

/** Returns the localised title; rides and rooms use a template, things their own title. */
export function shareTitle(t: TFunction, { type, title }: Pick<Share, 'type' | 'title'>): string {
  return type === 'stuff' ? title : t(`sharing.template.${type}_title`, { name: title });
}

export function shareAmount(t: TFunction, { type, available, total }: Pick<Described, 'type' | 'available' | 'total'>): string {
  if (total === unlimited) return t(`sharing.template.${type}_unlimited`);
  return t(`sharing.template.${type}_free`, { count: available, total });
}

/** Returns the text of an offer, or of the part in a command, for search and copying. */
export function shareText(t: TFunction, { type, title, description, available, total }: Partial<Described>): string {
  const named = type && title !== undefined ? shareTitle(t, { type, title }) : title;
  const amount = type && available !== undefined && total !== undefined ? shareAmount(t, { type, available, total }) : null;
  return [named, amount, description].filter(Boolean).join('\n');
}

export const conflictWords = {
  name: ({ t }: Words, row: BaseRow): string => shareTitle(t, row as Share),
  label: labelsOf({
    title: 'sharing.add.title_label',
    description: 'sharing.add.description',
    available: 'sharing.add.amount',
    image: 'sharing.add.picture',
  }),
  value: ({ t }: Words, fields: Fields): string => {
    const { title, description, available, total, image } = fields as Partial<Share>;
    if (total !== undefined)
      return total === unlimited ? t('sharing.add.unlimited') : t('sharing.add.left_of', { number: available ?? 0, total });
    if (image !== undefined) return t(image === null ? 'sharing.add.no_picture' : 'sharing.add.picture');
    return title ?? description ?? '';
  },
} satisfies ConflictWords;
