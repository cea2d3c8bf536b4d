import type { HomeEntry, MenuEntry } from '#contract/resources/modules.ts';
import { catalogue, sections } from './modules.ts';

/** The home screen of a new event, from top to bottom; a count if the default does not fit. */
const homeComponents: readonly { name: string; count?: number }[] = [
  { name: 'header_image' },
  { name: 'profile_incomplete' },
  { name: 'event_countdown' },
  { name: 'schedule_status' },
  { name: 'active_announcements' },
  { name: 'feedback_form' },
  { name: 'running_meetups' },
  { name: 'recent_posts', count: 2 },
  { name: 'recent_photos' },
  { name: 'statistic_highscores' },
  { name: 'my_agenda' },
];

/** The first menu entries, from top to bottom; a phone shows four in its bottom bar. All others follow, the oldest module first. */
const menuPaths = [
  '/home',
  '/schedule',
  '/chat',
  '/meetups',
  '/agenda',
  '/sharing',
  '/pictures',
  '/participants',
  '/share',
  '/announcements',
  '/contact-links',
  '/calendar-events',
  '/date/',
  '/date-matches',
  '/statistics',
  '/feedback',
  '/admin/general',
  '/notifications',
  '/switch',
];

const placeOf = (path: string): number => [...menuPaths, path].indexOf(path);

/** Returns rows for all menu entries, including modules that are off at first, so that turning a module on needs no position. */
export function menuRows(eventId: number, newId: () => string): MenuEntry[] {
  const entries = catalogue.flatMap((module) => module.menu_entries.map((entry, index) => ({ moduleId: module.id, entry, index })));
  const inOrder = entries.toSorted((one, other) => placeOf(one.entry.navigationPath) - placeOf(other.entry.navigationPath));
  return inOrder.map(({ moduleId, entry, index }, position) => ({
    id: newId(),
    version: 1,
    eventId,
    moduleId,
    menuEntryNumber: index,
    sectionNumber: sections.findIndex((section) => section === entry.sectionI18N),
    position: position + 1,
    requiredEventRole: entry.requiredRole,
  }));
}

/** Throws a `TypeError` if the catalogue has lost one of the components. */
export function homeRows(eventId: number, newId: () => string): HomeEntry[] {
  return homeComponents.map(({ name, count }, position) => {
    const module = catalogue.find(({ home_components }) => home_components.some((component) => component.name === name));
    if (!module) throw new TypeError(`no module has the home component ${name}`);
    return {
      id: newId(),
      version: 1,
      eventId,
      moduleId: module.id,
      homeScreenNumber: module.home_components.findIndex((component) => component.name === name),
      position: position + 1,
      settings: JSON.stringify({ componentName: name, ...(count !== undefined && { count }) }),
    };
  });
}
