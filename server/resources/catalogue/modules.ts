import { type ModuleDefinition, adminEntry, component, menuEntry, settingsEntry } from '../definition/module-definition.ts';
import type { AnyDescriptor } from '../definition/descriptor.ts';
import { descriptors } from './descriptors.ts';

export const sections = ['menu.section.none', 'menu.section.admin', 'menu.section.settings'] as const;

const ofResources = (descriptors as readonly AnyDescriptor[]).flatMap(({ module }) => module ?? []);

const others: readonly ModuleDefinition[] = [
  {
    id: 1,
    name: 'home',
    optional: false,
    menu_entries: [menuEntry('menu.home', 'home', '/home')],
    home_components: [component('schedule_status'), component('event_countdown'), component('header_image')],
  },
  {
    id: 14,
    name: 'profile',
    optional: false,
    menu_entries: [],
    home_components: [component('profile_incomplete')],
  },
  {
    id: 5,
    name: 'session',
    optional: false,
    menu_entries: [settingsEntry('menu.logout', 'settings', '/logout')],
    home_components: [],
  },
  {
    id: 15,
    name: 'events',
    optional: false,
    menu_entries: [settingsEntry('menu.switch', 'event', '/switch')],
    home_components: [],
  },
  {
    id: 20,
    name: 'administration',
    optional: false,
    menu_entries: [adminEntry('menu.admin_general', 'settings', '/admin/general')],
    home_components: [],
  },
];

/** All modules, the oldest first; those with a resource are defined in its descriptor. */
export const catalogue: readonly ModuleDefinition[] = [...others, ...ofResources].toSorted((one, other) => one.id - other.id);

const byId = new Map(catalogue.map((module) => [module.id, module]));
if (byId.size < catalogue.length) throw new TypeError('two modules have the same id');

export function moduleDefinition(moduleId: number): ModuleDefinition | undefined {
  return byId.get(moduleId);
}

/** Returns the index on the wire of a menu entry that is stored by its path; -1 if the module no longer has it. */
export function menuEntryNumber(moduleId: number, navigationPath: string): number {
  return byId.get(moduleId)?.menu_entries.findIndex((entry) => entry.navigationPath === navigationPath) ?? -1;
}

/** Returns the index on the wire of a home component that is stored by its name; -1 if the module no longer has it. */
export function homeScreenNumber(moduleId: number, componentName: string): number {
  return byId.get(moduleId)?.home_components.findIndex(({ name }) => name === componentName) ?? -1;
}
