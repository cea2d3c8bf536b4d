import { ownEntries } from '#contract/resources/own-entries.ts';
import { describeResource } from './definition/descriptor.ts';
import { inEventTime } from './definition/in-event-time.ts';

export const ownEntriesDescriptor = describeResource({
  resource: ownEntries,
  table: 'own_entries',
  isPrivate: true,
  person: { field: 'authorId', fate: 'theirs' },
  normalise: { create: inEventTime, edit: inEventTime },
});
