import { attendances } from '#contract/resources/attendances.ts';
import { meetups } from '#contract/resources/meetups.ts';
import { describeResource } from './definition/descriptor.ts';
import { inEventTime } from './definition/in-event-time.ts';
import { component, menuEntry } from './definition/module-definition.ts';

export const meetupsDescriptor = describeResource({
  resource: meetups,
  table: 'meetups',
  person: { field: 'authorId', fate: 'shared' },
  lists: [
    {
      path: '/api/meetup',
      eventIn: 'event',
      access: 'member',
      summary: 'Meetups of an event',
      order: ['startDate', 'id'],
      withAuthor: true,
    },
  ],
  normalise: { create: inEventTime, edit: inEventTime },
  news: { setting: 'meetups', path: '/meetups', text: ({ title, description }) => `${title}: ${description}` },
  module: {
    id: 7,
    name: 'meetups',
    optional: true,
    menu_entries: [menuEntry('menu.meetups', 'meetups', '/meetups')],
    home_components: [component('running_meetups')],
  },
});

export const attendancesDescriptor = describeResource({
  resource: attendances,
  table: 'attendances',
  person: { field: 'userId', fate: 'theirs' },
});
