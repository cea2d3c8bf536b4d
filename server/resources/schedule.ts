import { marks } from '#contract/resources/marks.ts';
import { ownEntries } from '#contract/resources/own-entries.ts';
import { schedule } from '#contract/resources/schedule.ts';
import { describeResource } from './definition/descriptor.ts';
import { inEventTime } from './definition/in-event-time.ts';
import { adminEntry, component, menuEntry } from './definition/module-definition.ts';

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

export const marksDescriptor = describeResource({
  resource: marks,
  table: 'marks',
  isPrivate: true,
  person: { field: 'userId', fate: 'theirs' },
  module: {
    id: 21,
    name: 'agenda',
    optional: true,
    menu_entries: [menuEntry('menu.agenda', 'agenda', '/agenda')],
    home_components: [component('my_agenda', { count: 2 })],
  },
});

export const ownEntriesDescriptor = describeResource({
  resource: ownEntries,
  table: 'own_entries',
  isPrivate: true,
  person: { field: 'authorId', fate: 'theirs' },
  normalise: { create: inEventTime, edit: inEventTime },
});
