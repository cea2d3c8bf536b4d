import { expect, test, vi } from 'vitest';
import type { MenuEntry, ModuleRow } from '#contract/resources/modules.ts';
import type { Actor } from '#contract/roles.ts';
import { iconOf, menuSections } from './menu.ts';

const definition = (name: string, section = 'menu.section.none') => ({
  name: `menu.${name}`,
  icon: name,
  sectionI18N: section,
  navigationPath: `/${name}`,
  requiredRole: 'participant' as const,
  optional: false,
  isActive: true,
});
const modules: ModuleRow[] = [
  {
    id: '1-1',
    version: 1,
    eventId: 1,
    moduleId: 1,
    name: 'core',
    optional: false,
    isActive: true,
    menu_entries: [
      definition('home'),
      definition('chat'),
      definition('codes', 'menu.section.admin'),
      definition('logout', 'menu.section.settings'),
    ],
    home_components: [],
  },
];
const entry = (id: string, menuEntryNumber: number, sectionNumber: number, position: number, part: Partial<MenuEntry> = {}): MenuEntry => ({
  id,
  version: 1,
  eventId: 1,
  moduleId: 1,
  menuEntryNumber,
  sectionNumber,
  position,
  requiredEventRole: 'participant',
  ...part,
});
const entries = [
  entry('logout', 3, 2, 1),
  entry('chat', 1, 0, 2),
  entry('codes', 2, 1, 1, { requiredEventRole: 'admin' }),
  entry('home', 0, 0, 1),
];
const actor = (role: Actor['role'], eventRole: 'participant' | 'admin'): Actor => ({ userId: 1, role, eventRoles: { 1: eventRole } });
const shown = (who: Actor) => menuSections(entries, modules, who).map(({ titleKey, items }) => [titleKey, items.map(({ id }) => id)]);

test('sorts sections and entries', () => {
  expect(shown(actor('user', 'participant'))).toEqual([
    ['menu.section.none', ['home', 'chat']],
    ['menu.section.settings', ['logout']],
  ]);
});

test.each([
  ['an event admin', actor('user', 'admin')],
  ['a global admin', actor('admin', 'participant')],
])('%s sees the admin section too', (_name, who) => {
  expect(shown(who).map(([title]) => title)).toEqual(['menu.section.none', 'menu.section.admin', 'menu.section.settings']);
});

test('an admin of another event does not see the admin section', () => {
  expect(shown({ userId: 1, role: 'user', eventRoles: { 1: 'participant', 2: 'admin' } })).toHaveLength(2);
});

test('omits and logs an entry whose module is missing', () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  const sections = menuSections(
    [...entries, entry('x', 9, 0, 9), entry('y', 0, 0, 8, { moduleId: 7 })],
    modules,
    actor('user', 'participant'),
  );
  expect(sections.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(['home', 'chat', 'logout']);
  expect(info).toHaveBeenCalledTimes(2);
});

test('omits entries of a module that is off, and entries that are off themselves', () => {
  const participant = actor('user', 'participant');
  const idsWith = (part: Partial<ModuleRow>): string[] =>
    menuSections(entries, [{ ...modules[0]!, ...part }], participant).flatMap(({ items }) => items.map(({ id }) => id));
  expect(idsWith({ isActive: false })).toEqual([]);
  const [first, ...rest] = modules[0]!.menu_entries;
  expect(idsWith({ menu_entries: [{ ...first!, optional: true, isActive: false }, ...rest] })).toEqual(['chat', 'logout']);
});

test('shows a page for an unknown icon', () => {
  const features = [{ name: 'chat', icons: { chat: '💬', '/own': '🪑' } }];
  const drawn = (icon: string, navigationPath = '/'): string => iconOf({ icon, navigationPath }, features);
  expect([...['chat', 'food', 'unheard-of'].map((icon) => drawn(icon)), drawn('chat', '/own')]).toEqual(['💬', '🍽️', '📄', '🪑']);
});
