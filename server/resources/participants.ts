import { hiddenPeople, participants } from '#contract/resources/participants.ts';
import { describeResource } from './definition/descriptor.ts';
import { menuEntry } from './definition/module-definition.ts';

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

export const hiddenPeopleDescriptor = describeResource({
  resource: hiddenPeople,
  table: 'hidden_people',
  person: { field: 'userId', fate: 'theirs' },
  // A hidden person does not learn that somebody hid them.
  alsoNames: [{ field: 'otherId', fate: 'theirs', withheld: true }],
});
