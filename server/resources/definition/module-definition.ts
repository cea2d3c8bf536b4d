import type { HomeComponentDefinition, MenuEntryDefinition } from '#contract/resources/modules.ts';

/** A module as defined in code; the rows of an event configure it. Ids never change. */
export interface ModuleDefinition {
  readonly id: number;
  readonly name: string;
  readonly optional: boolean;
  readonly menu_entries: readonly Omit<MenuEntryDefinition, 'isActive'>[];
  readonly home_components: readonly HomeComponentDefinition[];
}

type Entry = Omit<MenuEntryDefinition, 'isActive'>;

export function menuEntry(name: string, icon: string, navigationPath: string): Entry {
  return { name, icon, sectionI18N: 'menu.section.none', navigationPath, requiredRole: 'participant', optional: false };
}

export function adminEntry(name: string, icon: string, navigationPath: string): Entry {
  return { ...menuEntry(name, icon, navigationPath), sectionI18N: 'menu.section.admin', requiredRole: 'admin' };
}

export function settingsEntry(name: string, icon: string, navigationPath: string): Entry {
  return { ...menuEntry(name, icon, navigationPath), sectionI18N: 'menu.section.settings' };
}

/** Marks an entry that event admins may leave out of the menu, because another screen leads there too. */
export function optionalEntry(entry: Entry): Entry {
  return { ...entry, optional: true };
}

export function component(name: string, settings: Record<string, unknown> = {}): HomeComponentDefinition {
  return { name, settings: JSON.stringify({ componentName: name, ...settings }) };
}
