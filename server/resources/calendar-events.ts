import { calendarEvents } from '#contract/resources/calendars.ts';
import { describeResource } from './descriptor.ts';
import { menuEntry } from './modules/module-definition.ts';

export const calendarEventsDescriptor = describeResource({
  resource: calendarEvents,
  table: 'calendar_events',
  module: {
    id: 19,
    name: 'calendar_events',
    optional: true,
    menu_entries: [menuEntry('menu.calendar_events', 'date', '/calendar-events')],
    home_components: [],
  },
});
