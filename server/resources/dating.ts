import { dating } from '#contract/resources/dating.ts';
import { describeResource } from './descriptor.ts';
import { menuEntry, optionalEntry } from './modules/module-definition.ts';

export const datingDescriptor = describeResource({
  resource: dating,
  table: 'dating',
  isPrivate: true,
  person: { field: 'userId', fate: 'theirs' },
  module: {
    id: 18,
    name: 'dating',
    optional: true,
    menu_entries: [menuEntry('menu.dating', 'dating', '/date/'), optionalEntry(menuEntry('menu.date_matches', 'matches', '/date-matches'))],
    home_components: [],
  },
});
