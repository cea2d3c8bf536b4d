import { shares } from '#contract/resources/shares.ts';
import { describeResource } from './definition/descriptor.ts';
import { menuEntry } from './definition/module-definition.ts';

export const sharesDescriptor = describeResource({
  resource: shares,
  table: 'shares',
  person: { field: 'authorId', fate: 'theirs' },
  module: {
    id: 16,
    name: 'sharing',
    optional: true,
    menu_entries: [menuEntry('menu.sharing', 'sharing', '/sharing')],
    home_components: [],
  },
});
