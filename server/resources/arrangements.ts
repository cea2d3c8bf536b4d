import { arrangements } from '#contract/resources/arrangements.ts';
import { describeResource } from './definition/descriptor.ts';

export const arrangementsDescriptor = describeResource({
  resource: arrangements,
  table: 'arrangements',
  audited: ['list'],
});
