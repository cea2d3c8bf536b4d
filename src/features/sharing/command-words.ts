import type { BaseRow } from '#contract/resource.ts';
import { type Share, unlimited } from '#contract/resources/shares.ts';
import type { ConflictWords, Words } from '#feature-kit/command-presenter.ts';
import type { Fields } from '#sync/mirror/merge.ts';
import { shareTitle } from './share-words.ts';

const labels = {
  title: 'sharing.add.title_label',
  description: 'sharing.add.description',
  available: 'sharing.add.amount',
  image: 'sharing.add.picture',
} as const;

export const conflictWords = {
  name: ({ t }: Words, row: BaseRow): string => shareTitle(t, row as Share),
  label: ({ t }: Words, key: string): string => (key in labels ? t(labels[key as keyof typeof labels]) : key),
  value: ({ t }: Words, fields: Fields): string => {
    const { title, description, available, total, image } = fields as Partial<Share>;
    if (total !== undefined)
      return total === unlimited ? t('sharing.add.unlimited') : t('sharing.add.left_of', { number: available ?? 0, total });
    if (image !== undefined) return t(image === null ? 'sharing.add.no_picture' : 'sharing.add.picture');
    return title ?? description ?? '';
  },
} satisfies ConflictWords;
