import type { HomeComponentDefinition, MenuEntryDefinition } from '../../contract/resources/modules.ts';

/** A module as the code offers it; an event's rows say which of it they use. Ids are fixed for good. */
export interface ModuleDefinition {
  readonly id: number;
  readonly name: string;
  readonly optional: boolean;
  readonly menu_entries: readonly Omit<MenuEntryDefinition, 'isActive'>[];
  readonly home_components: readonly HomeComponentDefinition[];
}

export const sections = ['menu.section.none', 'menu.section.admin', 'menu.section.settings'] as const;

export const catalogue: readonly ModuleDefinition[] = [
  {
    id: 1,
    name: 'home',
    optional: false,
    menu_entries: [menuEntry('menu.home', 'home', '/home')],
    home_components: [component('schedule_status'), component('event_countdown'), component('header_image')],
  },
  {
    id: 2,
    name: 'schedule',
    optional: false,
    menu_entries: [
      menuEntry('menu.schedule', 'schedule', '/schedule'),
      adminEntry('menu.admin_schedule', 'schedule', '/admin/event-schedule'),
    ],
    home_components: [],
  },
  {
    id: 7,
    name: 'meetups',
    optional: true,
    menu_entries: [menuEntry('menu.meetups', 'meetups', '/meetups')],
    home_components: [component('running_meetups')],
  },
  {
    id: 3,
    name: 'chat',
    optional: true,
    menu_entries: [menuEntry('menu.chat', 'chat', '/chat')],
    home_components: [component('recent_posts', { count: 2 })],
  },
  {
    id: 8,
    name: 'pictures',
    optional: true,
    menu_entries: [menuEntry('menu.pictures', 'pictures', '/pictures')],
    home_components: [component('recent_photos', { count: 1 })],
  },
  {
    id: 9,
    name: 'participants',
    optional: true,
    menu_entries: [menuEntry('menu.participants', 'participants', '/participants')],
    home_components: [],
  },
  {
    id: 10,
    name: 'share',
    optional: true,
    menu_entries: [menuEntry('menu.share', 'share', '/share')],
    home_components: [],
  },
  {
    id: 4,
    name: 'announcements',
    optional: true,
    menu_entries: [
      menuEntry('menu.announcements', 'announcements', '/announcements'),
      adminEntry('menu.admin_announcements', 'announcements', '/admin/announcements'),
    ],
    home_components: [component('active_announcements')],
  },
  {
    id: 11,
    name: 'statistics',
    optional: true,
    menu_entries: [menuEntry('menu.statistics', 'statistics', '/statistics')],
    home_components: [component('statistic_highscores')],
  },
  {
    id: 12,
    name: 'feedback',
    optional: true,
    menu_entries: [menuEntry('menu.feedback', 'feedback', '/feedback')],
    home_components: [component('feedback_form')],
  },
  {
    id: 6,
    name: 'notifications',
    optional: false,
    menu_entries: [settingsEntry('menu.notifications', 'notifications', '/notifications')],
    home_components: [],
  },
  {
    id: 13,
    name: 'faq',
    optional: true,
    menu_entries: [menuEntry('menu.faq', 'faq', '/faq')],
    home_components: [],
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
];

const byId = new Map(catalogue.map((module) => [module.id, module]));

export function moduleDefinition(moduleId: number): ModuleDefinition | undefined {
  return byId.get(moduleId);
}

/** The index on the wire of a menu entry that is stored by its path; -1 where the module no longer has it. */
export function menuEntryNumber(moduleId: number, navigationPath: string): number {
  return byId.get(moduleId)?.menu_entries.findIndex((entry) => entry.navigationPath === navigationPath) ?? -1;
}

/** The index on the wire of a home component that is stored by its name; -1 where the module no longer has it. */
export function homeScreenNumber(moduleId: number, componentName: string): number {
  return byId.get(moduleId)?.home_components.findIndex(({ name }) => name === componentName) ?? -1;
}

type Entry = Omit<MenuEntryDefinition, 'isActive'>;

function menuEntry(name: string, icon: string, navigationPath: string): Entry {
  return { name, icon, sectionI18N: 'menu.section.none', navigationPath, requiredRole: 'participant', optional: false };
}

function adminEntry(name: string, icon: string, navigationPath: string): Entry {
  return { ...menuEntry(name, icon, navigationPath), sectionI18N: 'menu.section.admin', requiredRole: 'admin' };
}

function settingsEntry(name: string, icon: string, navigationPath: string): Entry {
  return { ...menuEntry(name, icon, navigationPath), sectionI18N: 'menu.section.settings' };
}

function component(name: string, settings: Record<string, unknown> = {}): HomeComponentDefinition {
  return { name, settings: JSON.stringify({ componentName: name, ...settings }) };
}
