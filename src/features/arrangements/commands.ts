import type { BaseRow } from '#contract/resource.ts';
import type { Arrangement } from '#contract/resources/arrangements.ts';
import { arranged, type Place } from '#contract/rules/arranged.ts';
import type { CommandOn, CommandPresenter, ConflictWords, Words } from '#feature-kit/command-presenter.ts';
import type { Fields } from '#sync/mirror/merge.ts';
import { type ListedRow, readListed } from './listed-rows.ts';

const orderWords = {
  name: ({ t }: Words, row: BaseRow): string => t(`command.arrangements.${(row as Arrangement).list}`),
  label: ({ t }: Words): string => t('conflict.order'),
  /** Numbers the current rows in this order without deleted ones; rows without a place keep their original position. */
  value: ({ t, rows = [] }: Words, { places }: Fields): string =>
    arranged(rows as readonly ListedRow[], (places ?? []) as readonly Place[])
      .toSorted((one, other) => one.section - other.section)
      .map(({ name }, index) => `${index + 1}. ${name(t)}`)
      .join('\n'),
} satisfies ConflictWords;

const titles = {
  menu: 'command.arrangements.menu',
  home: 'command.arrangements.home',
  contactLinks: 'command.arrangements.contactLinks',
  faqEntries: 'command.arrangements.faqEntries',
} as const;
const refusals = {
  menu: 'admin_menu_save_error',
  home: 'admin_homescreen_save_error',
  contactLinks: 'contact_links.save_failed',
  faqEntries: 'admin_faq.order_failed',
} as const;

/** Returns the places of a command merged with those that it leaves unchanged. */
function placesOf({ args, base }: CommandOn<'arrangements'>): readonly Place[] {
  return [...(base?.places ?? []), ...('updates' in args ? args.updates : args.positions)];
}

export const arrangements: CommandPresenter<CommandOn<'arrangements'>> = {
  rows: readListed,
  title: ({ t }, { mutation }) => t(titles[mutation]),
  refused: ({ t }, { mutation }) => t(refusals[mutation]),
  text: (words, entry) => orderWords.value(words, { places: placesOf(entry) }) || null,
  edit: () => null,
  conflict: orderWords,
  toasts: true,
};
