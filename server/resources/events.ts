import { events } from '#contract/resources/events.ts';
import { describeResource } from './definition/descriptor.ts';
import { inEventTime } from './definition/in-event-time.ts';

export const eventsDescriptor = describeResource({
  resource: events,
  table: 'events',
  normalise: { edit: (call, find) => inEventTime({ ...call, eventId: Number(call.id) }, find) },
  audited: ['title', 'startDate', 'endDate', 'visible', 'codeRequired', 'keptDays'],
});
