import { dating, datingMatches, datingParticipants } from '#contract/resources/dating.ts';
import { describeResource } from './definition/descriptor.ts';
import { menuEntry, optionalEntry } from './definition/module-definition.ts';

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

export const datingParticipantsDescriptor = describeResource({
  resource: datingParticipants,
  table: 'dating_participants',
  isPrivate: true,
  person: { field: 'userId', fate: 'theirs' },
});

export const datingMatchesDescriptor = describeResource({
  resource: datingMatches,
  table: 'dating_matches',
  isPrivate: true,
  person: { field: 'userId', fate: 'theirs' },
});
