import { expect, test, vi } from 'vitest';
import type { HomeEntry, ModuleRow } from '#contract/resources/modules.ts';
import { homeItems } from './home-items.ts';

const chat: ModuleRow = {
  id: '1-3',
  version: 1,
  eventId: 1,
  moduleId: 3,
  name: 'chat',
  optional: false,
  isActive: true,
  menu_entries: [],
  home_components: [{ name: 'recent_posts', settings: '2' }],
};
const entry = (part: Partial<HomeEntry>): HomeEntry => ({
  id: 'a',
  version: 1,
  eventId: 1,
  moduleId: 3,
  homeScreenNumber: 0,
  position: 1,
  settings: null,
  ...part,
});

test('an entry takes name and count from its module', () => {
  expect(homeItems([entry({})], [chat])).toEqual([{ id: 'a', name: 'recent_posts', count: 2 }]);
});

test("an entry's own settings override those of its module", () => {
  const settings = JSON.stringify({ componentName: 'recent_posts', count: 5 });
  expect(homeItems([entry({ settings })], [chat])).toEqual([{ id: 'a', name: 'recent_posts', count: 5 }]);
});

test('ignores settings that are no JSON or have no valid count', () => {
  for (const settings of ['{', 'null', '"x"', '{"count":-1}', '{"count":"9"}']) {
    expect(homeItems([entry({ settings })], [chat])).toEqual([{ id: 'a', name: 'recent_posts', count: 2 }]);
  }
});

test('sorts entries by position, and omits and logs one whose module is missing', () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  const two = { ...chat, home_components: [...chat.home_components, { name: 'other', settings: null }] };
  const items = homeItems(
    [entry({ id: 'b', homeScreenNumber: 1, position: 2 }), entry({ id: 'x', moduleId: 9, position: 3 }), entry({})],
    [two],
  );
  expect(items.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(info).toHaveBeenCalledOnce();
});

test('shows a component once if two people added it, and none of a module that is off', () => {
  const twice = [entry({ id: 'b', position: 2 }), entry({ id: 'a', position: 1 })];
  expect(homeItems(twice, [chat]).map(({ id }) => id)).toEqual(['a']);
  expect(homeItems(twice, [{ ...chat, isActive: false }])).toEqual([]);
});
