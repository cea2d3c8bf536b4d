import { Dexie } from 'dexie';
import type { TFunction } from 'i18next';
import type { BaseRow } from '#contract/resource.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { textOf } from '#i18n/texts.ts';

/** A row of an ordered list at its original position. */
export interface ListedRow extends BaseRow {
  readonly position: number;
  /** Section of the menu; all sections share one count. */
  readonly section: number;
  readonly name: (t: TFunction) => string;
}

/** Returns the rows of the list that a command orders, as far as their names are known. */
export async function readListed(db: EventDatabase, { eventId, mutation }: OutboxEntry): Promise<readonly ListedRow[]> {
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
