import { type Actor, may } from '../../../../contract/roles.ts';
import type { MenuItem, MenuSection } from '../../../feature-kit/menu.ts';

/** What runs the whole app is in no event's menu, and there for its admins in all of them, and where they are in none. */
const entry: MenuItem = {
  id: 'global',
  definition: {
    name: 'menu.admin_global',
    icon: 'settings',
    sectionI18N: 'menu.section.admin',
    navigationPath: '/admin/global',
    requiredRole: 'admin',
    optional: false,
    isActive: true,
  },
};

const adminSection = 1;

/** The menu with the way there, at the end of the section that is for admins. */
export function withGlobalEntry(sections: readonly MenuSection[], actor: Actor): readonly MenuSection[] {
  if (!may(actor, 'global-admin')) return sections;
  const own = sections.find(({ number }) => number === adminSection);
  const section = { number: adminSection, titleKey: entry.definition.sectionI18N, items: [...(own?.items ?? []), entry] };
  return [...sections.filter(({ number }) => number !== adminSection), section].toSorted((one, other) => one.number - other.number);
}
