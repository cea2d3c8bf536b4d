import { hiddenPeople } from '#contract/resources/participants.ts';
import { describeResource } from './descriptor.ts';

export const hiddenPeopleDescriptor = describeResource({
  resource: hiddenPeople,
  table: 'hidden_people',
  person: { field: 'userId', fate: 'theirs' },
  // A hidden person does not learn that somebody hid them.
  alsoNames: [{ field: 'otherId', fate: 'theirs', withheld: true }],
});
