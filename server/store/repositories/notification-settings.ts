import { notifications, type NotificationSettings } from '#contract/resources/notifications.ts';
import { chunksOf } from '../core/chunks.ts';
import { sqlOf } from '../core/handles.ts';
import { type RowStore, tableStore } from './row-store.ts';

const table = tableStore(notifications, 'notification_settings');

const untouched = { version: 1, general: true, chats: true, meetups: true, pictures: true } satisfies Omit<NotificationSettings, 'id'>;

/** Every user has settings; a row is stored when they change for the first time. */
export const notificationStore: RowStore = {
  ...table,
  async load(db, ids) {
    const rows = await table.load(db, ids);
    const missing = ids.filter((id) => !rows.has(id)) as number[];
    for (const chunk of chunksOf(missing)) {
      const users = await sqlOf(db).selectFrom('users').select('id').where('id', 'in', chunk).execute();
      for (const { id } of users) rows.set(id, { id, ...untouched });
    }
    return rows;
  },
};
