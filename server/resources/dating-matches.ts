import { datingMatches } from '#contract/resources/dating.ts';
import { describeResource } from './descriptor.ts';

export const datingMatchesDescriptor = describeResource({
  resource: datingMatches,
  table: 'dating_matches',
  isPrivate: true,
  person: { field: 'userId', fate: 'theirs' },
});
