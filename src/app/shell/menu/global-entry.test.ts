import { expect, test } from 'vitest';
import type { Actor } from '#contract/roles.ts';
import { withGlobalEntry } from './global-entry.ts';
import type { MenuSection } from '#feature-kit/menu/menu.ts';

const actor = (role: Actor['role']): Actor => ({ userId: 1, role, eventRoles: { 1: 'admin' } });
const section = (number: number): MenuSection => ({ number, titleKey: `section ${number}`, items: [] });
const paths = (sections: readonly MenuSection[]) =>
  sections.map(({ number, items }) => [number, ...items.map(({ definition }) => definition.navigationPath)]);

test('a global admin gets the entry in the admin section, with or without an event', () => {
  expect(paths(withGlobalEntry([section(0), section(1), section(2)], actor('admin')))).toEqual([[0], [1, '/admin/global'], [2]]);
  expect(paths(withGlobalEntry([section(0), section(2)], actor('admin')))).toEqual([[0], [1, '/admin/global'], [2]]);
  expect(paths(withGlobalEntry([], actor('admin')))).toEqual([[1, '/admin/global']]);
});

test('an event admin does not get the entry', () => {
  expect(paths(withGlobalEntry([section(0), section(1)], actor('user')))).toEqual([[0], [1]]);
});
