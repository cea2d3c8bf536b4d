import { hiddenPeople } from '../../contract/resources/hidden-people.ts';
import { describeResource } from './descriptor.ts';

export const hiddenPeopleDescriptor = describeResource({
  resource: hiddenPeople,
  table: 'hidden_people',
  person: { field: 'userId', fate: 'theirs' },
  // Nobody learns who does not want to see them.
  alsoNames: [{ field: 'otherId', fate: 'theirs', withheld: true }],
});
