import type { Me } from '#contract/resources/me.ts';
import { sqlOf } from '../core/handles.ts';
import { meReader } from './composed-rows.ts';
import { type RowStore, tableStore } from './row-store.ts';
import { notifications, type NotificationSettings } from '#contract/resources/notifications.ts';
import { chunksOf } from '../core/chunks.ts';

const rejectUnsupported = () => Promise.reject(new TypeError('accounts are created by registration and deleted by erasure'));

/** The row of a signed-in user. Updates cover the fields that others see; the rest has its own services. */
export const meStore: RowStore = {
  ...meReader,
  idsWhere: rejectUnsupported,
  insert: (_trx, rows) => (rows.length === 0 ? Promise.resolve() : rejectUnsupported()),
  remove: (_trx, ids) => (ids.length === 0 ? Promise.resolve() : rejectUnsupported()),
  async update(trx, rows) {
    for (const { id, version, email, name, image, whatsapp, instagram, linkedin, emailVerified } of rows as Me[]) {
      await sqlOf(trx)
        .updateTable('users')
        .set({ version, email, name, image, whatsapp, instagram, linkedin, email_verified: emailVerified ? 1 : 0 })
        .where('id', '=', id)
        .execute();
    }
  },
};

const settingsTable = tableStore(notifications, 'notification_settings');

const defaultSettings = {
  version: 1,
  general: true,
  chats: true,
  meetups: true,
  pictures: true,
  agenda: true,
  mentions: true,
  quietFrom: null,
  quietTo: null,
} satisfies Omit<NotificationSettings, 'id'>;

/** Every user has settings; a row is stored when they change for the first time. */
export const notificationStore: RowStore = {
  ...settingsTable,
  async load(db, ids) {
    const rows = await settingsTable.load(db, ids);
    const missing = ids.filter((id) => !rows.has(id)) as number[];
    for (const chunk of chunksOf(missing)) {
      const users = await sqlOf(db).selectFrom('users').select('id').where('id', 'in', chunk).execute();
      for (const { id } of users) rows.set(id, { id, ...defaultSettings });
    }
    return rows;
  },
};
