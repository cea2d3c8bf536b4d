import { menuEntries } from '#contract/resources/modules.ts';
import { describeResource } from './descriptor.ts';

export const menuEntriesDescriptor = describeResource({
  resource: menuEntries,
  table: 'menu_entries',
  audited: ['moduleId'],
});
