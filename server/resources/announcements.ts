import { announcements } from '#contract/resources/announcements.ts';
import { describeResource } from './definition/descriptor.ts';
import { adminEntry, component, menuEntry } from './definition/module-definition.ts';

export const announcementsDescriptor = describeResource({
  resource: announcements,
  table: 'announcements',
  lists: [
    {
      path: '/api/announcement',
      access: 'member',
      summary: 'Active announcements',
      order: ['-order'],
      where: { active: true },
      fields: ['id', 'title', 'content'],
    },
    { path: '/api/announcement/admin', access: 'event-admin', summary: 'All announcements, for admins', order: ['-order'] },
  ],
  module: {
    id: 4,
    name: 'announcements',
    optional: true,
    menu_entries: [
      menuEntry('menu.announcements', 'announcements', '/announcements'),
      adminEntry('menu.admin_announcements', 'announcements', '/admin/announcements'),
    ],
    home_components: [component('active_announcements')],
  },
});
