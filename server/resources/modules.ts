import { modules } from '#contract/resources/modules.ts';
import { describeResource } from './descriptor.ts';

export const modulesDescriptor = describeResource({
  resource: modules,
  audited: ['moduleId', 'isActive'],
});
