import { datingParticipants } from '#contract/resources/dating.ts';
import { describeResource } from './descriptor.ts';

export const datingParticipantsDescriptor = describeResource({
  resource: datingParticipants,
  table: 'dating_participants',
  isPrivate: true,
  person: { field: 'userId', fate: 'theirs' },
});
