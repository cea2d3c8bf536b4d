import type { BaseRow } from '#contract/resource.ts';
import type { Arrangement } from '#contract/resources/arrangements.ts';
import { arranged, type Place } from '#contract/rules/arranged.ts';
import type { CommandOn, CommandPresenter, ConflictWords, Words } from '#feature-kit/command-presenter.ts';
import type { Fields } from '#sync/mirror/merge.ts';
import { Dexie } from 'dexie';
import type { TFunction } from 'i18next';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { textOf } from '#i18n/texts.ts';

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

/** A row of an ordered list at its original position. */
interface ListedRow extends BaseRow {
  readonly position: number;
  /** Section of the menu; all sections share one count. */
  readonly section: number;
  readonly name: (t: TFunction) => string;
}

/** Returns the rows of the list that a command orders, as far as their names are known. */
async function readListed(db: EventDatabase, { eventId, mutation }: OutboxEntry): Promise<readonly ListedRow[]> {
  const ofEvent = [
    [eventId, Dexie.minKey],
    [eventId, Dexie.maxKey],
  ] as const;
  if (mutation === 'contactLinks') {
    const blocks = await db
      .mirror('contactLinks')
      .where('[eventId+position]')
      .between(...ofEvent)
      .toArray();
    return blocks.map(({ title, ...row }) => ({ ...row, section: 0, name: () => title }));
  }
  if (mutation === 'faqEntries') {
    const questions = await db
      .mirror('faqEntries')
      .where('[eventId+position]')
      .between(...ofEvent)
      .toArray();
    return questions.map(({ question, ...row }) => ({ ...row, section: 0, name: () => question }));
  }
  const modules = await db
    .mirror('modules')
    .where('[eventId+moduleId]')
    .between(...ofEvent)
    .toArray();
  const moduleOf = ({ moduleId }: { moduleId: number }) => modules.find((module) => module.moduleId === moduleId);
  if (mutation === 'menu') {
    const entries = await db
      .mirror('menuEntries')
      .where('[eventId+position]')
      .between(...ofEvent)
      .toArray();
    return entries.flatMap((entry) => {
      const key = moduleOf(entry)?.menu_entries[entry.menuEntryNumber]?.name;
      return key === undefined ? [] : [{ ...entry, section: entry.sectionNumber, name: (t: TFunction) => textOf(t, key, key) }];
    });
  }
  const entries = await db
    .mirror('homeEntries')
    .where('[eventId+position]')
    .between(...ofEvent)
    .toArray();
  return entries.flatMap((entry) => {
    const part = moduleOf(entry)?.home_components[entry.homeScreenNumber]?.name;
    return part === undefined
      ? []
      : [{ ...entry, section: 0, name: (t: TFunction) => t(`home_component.${part as 'recent_posts'}`, part) }];
  });
}
