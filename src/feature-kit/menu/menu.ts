import type { MenuEntry, MenuEntryDefinition, ModuleRow } from '#contract/resources/modules.ts';
import { type Actor, eventRoleIn } from '#contract/roles.ts';
import type { Feature } from '../feature.ts';

export interface MenuItem {
  readonly id: string;
  readonly definition: MenuEntryDefinition;
}

/** `number` orders the sections: none 0, admin 1, settings 2. */
export interface MenuSection {
  readonly number: number;
  readonly titleKey: string;
  readonly items: readonly MenuItem[];
}

/** Returns whether an event shows an entry of a module in its menu. */
export function isShown(module: ModuleRow | undefined, definition: MenuEntryDefinition | undefined): boolean {
  return module?.isActive === true && definition?.isActive === true;
}

/** Returns whether the event shows the screen at `path` in its menu. */
export const isScreenOn = (path: string, modules: readonly ModuleRow[]): boolean =>
  modules.some((module) => module.menu_entries.some((entry) => entry.navigationPath === path && isShown(module, entry)));

/**
 * Returns the side menu for this person, without entries that the event turned off. Entries whose module is missing are omitted and logged.
 */
export function menuSections(entries: readonly MenuEntry[], modules: readonly ModuleRow[], actor: Actor): MenuSection[] {
  const byId = new Map(modules.map((module) => [module.moduleId, module]));
  const sections = new Map<number, MenuItem[]>();
  for (const entry of entries.toSorted((a, b) => a.sectionNumber - b.sectionNumber || a.position - b.position)) {
    if (entry.requiredEventRole !== 'participant' && eventRoleIn(actor, entry.eventId) !== entry.requiredEventRole) continue;
    const module = byId.get(entry.moduleId);
    const definition = module?.menu_entries[entry.menuEntryNumber];
    if (definition && !isShown(module, definition)) continue;
    if (!definition) {
      console.info(`menu entry ${entry.id} names a module that is not here: ${entry.moduleId}/${entry.menuEntryNumber}`);
      continue;
    }
    sections.set(entry.sectionNumber, [...(sections.get(entry.sectionNumber) ?? []), { id: entry.id, definition }]);
  }
  return [...sections].map(([number, items]) => ({ number, titleKey: items[0]?.definition.sectionI18N ?? '', items }));
}

/** Icons for modules in addition to those of the features. */
const stock: Readonly<Record<string, string>> = {
  date: '💘',
  code: '🔑',
  food: '🍽️',
  location: '📍',
  transport: '🚌',
  music: '🎵',
  games: '🎲',
  sports: '⚽',
  awards: '🏆',
  workshop: '🛠️',
  presentation: '🎤',
  business: '💼',
  charity: '🎗️',
  registration: '🎟️',
};

/** Returns the emoji of a menu entry, by its path or the id of its icon; a page for unknown ids. */
export function iconOf({ navigationPath, icon }: { navigationPath: string; icon: string }, features: readonly Feature[]): string {
  const drawn = (name: string): string | undefined => features.find(({ icons }) => icons?.[name] !== undefined)?.icons?.[name];
  return drawn(navigationPath) ?? drawn(icon) ?? stock[icon] ?? '📄';
}
