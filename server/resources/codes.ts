import { codes } from '#contract/resources/codes.ts';
import { describeResource } from './definition/descriptor.ts';
import { menuEntry } from './definition/module-definition.ts';

export const codesDescriptor = describeResource({
  resource: codes,
  table: 'event_codes',
  person: { field: 'usedBy', fate: 'forgets' },
  audited: ['reusable', 'used'],
  module: {
    id: 10,
    name: 'share',
    optional: true,
    menu_entries: [menuEntry('menu.share', 'share', '/share')],
    home_components: [],
  },
});
