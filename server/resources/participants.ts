import { participants } from '#contract/resources/participants.ts';
import { describeResource } from './descriptor.ts';
import { menuEntry } from './modules/module-definition.ts';

export const participantsDescriptor = describeResource({
  resource: participants,
  module: {
    id: 9,
    name: 'participants',
    optional: true,
    menu_entries: [menuEntry('menu.participants', 'participants', '/participants')],
    home_components: [],
  },
});
