import { agendaLinks, calendarEvents, calendarFeed, calendarLinks } from '#contract/resources/calendars.ts';
import { describeResource } from './definition/descriptor.ts';
import { menuEntry } from './definition/module-definition.ts';

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

export const calendarFeedDescriptor = describeResource({
  resource: calendarFeed,
  table: 'calendar_feed',
});

export const calendarLinksDescriptor = describeResource({
  resource: calendarLinks,
  table: 'calendar_links',
  isPrivate: true,
  person: { field: 'userId', fate: 'theirs' },
});

export const agendaLinksDescriptor = describeResource({
  resource: agendaLinks,
  table: 'agenda_links',
  isPrivate: true,
  person: { field: 'userId', fate: 'theirs' },
});
