import { homeEntries } from '../../contract/resources/home-entries.ts';
import { describeResource } from './descriptor.ts';

export const homeEntriesDescriptor = describeResource({
  resource: homeEntries,
  table: 'home_entries',
  audited: ['moduleId'],
  lists: [
    {
      path: '/api/event/:id/homescreen',
      access: 'member',
      summary: 'Home screen of an event',
      order: ['position', 'id'],
      arranged: 'home',
    },
  ],
});
