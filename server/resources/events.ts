import { events } from '../../contract/resources/events.ts';
import { describeResource } from './descriptor.ts';

export const eventsDescriptor = describeResource({
  resource: events,
  table: 'events',
  audited: ['title', 'startDate', 'endDate', 'visible', 'codeRequired'],
});
