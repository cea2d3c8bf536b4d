import { attendances } from '#contract/resources/attendances.ts';
import { describeResource } from './definition/descriptor.ts';

export const attendancesDescriptor = describeResource({
  resource: attendances,
  table: 'attendances',
  person: { field: 'userId', fate: 'theirs' },
});
