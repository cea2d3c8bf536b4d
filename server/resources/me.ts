import { me } from '#contract/resources/me.ts';
import { describeResource } from './definition/descriptor.ts';

export const meDescriptor = describeResource({
  resource: me,
  table: 'users',
});
