import { schedule } from '#contract/resources/schedule.ts';
import { describeResource } from './definition/descriptor.ts';
import { inEventTime } from './definition/in-event-time.ts';
import { adminEntry, menuEntry } from './definition/module-definition.ts';

export const scheduleDescriptor = describeResource({
  resource: schedule,
  table: 'schedule_entries',
  lists: [{ path: '/api/event/:id/schedule', access: 'member', summary: 'Schedule of an event', order: ['startDate', 'id'] }],
  normalise: { create: inEventTime, edit: inEventTime },
  module: {
    id: 2,
    name: 'schedule',
    optional: false,
    menu_entries: [
      menuEntry('menu.schedule', 'schedule', '/schedule'),
      adminEntry('menu.admin_schedule', 'schedule', '/admin/event-schedule'),
    ],
    home_components: [],
  },
});
