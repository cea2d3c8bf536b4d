import type { HomeComponentDefinition, MenuEntryDefinition } from '../../contract/resources/modules.ts';

/** A module as the code offers it; an event's rows say which of it they use. Ids are fixed for good. */
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

/** One that organisers may leave out of the menu: what it leads to is reached from another screen as well. */
export function optionalEntry(entry: Entry): Entry {
  return { ...entry, optional: true };
}

export function component(name: string, settings: Record<string, unknown> = {}): HomeComponentDefinition {
  return { name, settings: JSON.stringify({ componentName: name, ...settings }) };
}
