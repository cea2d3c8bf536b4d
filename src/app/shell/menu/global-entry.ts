import { type Actor, may } from '#contract/roles.ts';
import type { MenuItem, MenuSection } from '#feature-kit/menu/menu.ts';

/** The entry of the global administration is in no event's menu: global admins see it in all events, and without one. */
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

export function withGlobalEntry(sections: readonly MenuSection[], actor: Actor): readonly MenuSection[] {
  if (!may(actor, 'global-admin')) return sections;
  const own = sections.find(({ number }) => number === adminSection);
  const section = { number: adminSection, titleKey: entry.definition.sectionI18N, items: [...(own?.items ?? []), entry] };
  return [...sections.filter(({ number }) => number !== adminSection), section].toSorted((one, other) => one.number - other.number);
}
