import { notifications } from '#contract/resources/notifications.ts';
import { describeResource } from './definition/descriptor.ts';
import { settingsEntry } from './definition/module-definition.ts';

export const notificationsDescriptor = describeResource({
  resource: notifications,
  table: 'notification_settings',
  person: { field: 'id', fate: 'theirs' },
  module: {
    id: 6,
    name: 'notifications',
    optional: false,
    menu_entries: [settingsEntry('menu.notifications', 'notifications', '/notifications')],
    home_components: [],
  },
});
