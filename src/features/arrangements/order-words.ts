import { arranged, type Place } from '#contract/rules/arranged.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { Arrangement } from '#contract/resources/arrangements.ts';
import type { ConflictWords, Words } from '#feature-kit/command-presenter.ts';
import type { Fields } from '#sync/mirror/merge.ts';
import type { ListedRow } from './listed-rows.ts';

export const orderWords = {
  name: ({ t }: Words, row: BaseRow): string => t(`command.arrangements.${(row as Arrangement).list}`),
  label: ({ t }: Words): string => t('conflict.order'),
  /** Numbers the current rows in this order without deleted ones; rows without a place keep their original position. */
  value: ({ t, rows = [] }: Words, { places }: Fields): string =>
    arranged(rows as readonly ListedRow[], (places ?? []) as readonly Place[])
      .toSorted((one, other) => one.section - other.section)
      .map(({ name }, index) => `${index + 1}. ${name(t)}`)
      .join('\n'),
} satisfies ConflictWords;
