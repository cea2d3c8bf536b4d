import { evidence } from '#contract/resources/statistics.ts';
import { describeResource } from './descriptor.ts';

export const evidenceDescriptor = describeResource({
  resource: evidence,
  table: 'evidence',
  person: { field: 'authorId', fate: 'theirs' },
});
