import { homeEntries, menuEntries, type ModuleRow, moduleRowId, modules } from '#contract/resources/modules.ts';
import { Refusal } from '#contract/errors.ts';
import { withComponentName } from '#contract/rules/home-settings.ts';
import type { ArgsOf } from '#contract/resource.ts';
import { describeResource, type Normalise } from './definition/descriptor.ts';

export const modulesDescriptor = describeResource({
  resource: modules,
  audited: ['moduleId', 'isActive'],
});

export const menuEntriesDescriptor = describeResource({
  resource: menuEntries,
  table: 'menu_entries',
  audited: ['moduleId'],
});

/** Adds the name of the component, by which it is stored. Throws `invalid` if the module does not have it. */
const named: Normalise = ({ args, eventId = 0 }, find) => {
  const given = args as ArgsOf<typeof homeEntries, 'create'>;
  const module = find({ resource: 'modules', id: moduleRowId(eventId, given.moduleId) }) as ModuleRow;
  const component = module.home_components[given.homeScreenNumber];
  if (!component) throw new Refusal('invalid', { issues: [{ path: 'homeScreenNumber', message: 'unknown' }] });
  return { ...given, settings: withComponentName(given.settings, component.name) };
};

export const homeEntriesDescriptor = describeResource({
  resource: homeEntries,
  table: 'home_entries',
  audited: ['moduleId'],
  normalise: { create: named },
  lists: [
    {
      path: '/api/event/:id/homescreen',
      access: 'member',
      summary: 'Home screen of an event',
      order: ['position', 'id'],
      arranged: 'home',
    },
  ],
});
