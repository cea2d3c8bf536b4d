import type { Me } from '../../../contract/resources/me.ts';
import { meReader } from './composed-rows.ts';
import type { RowStore } from './row-store.ts';

const elsewhere = () => Promise.reject(new TypeError('people come by registration and go by leaving for good'));

/** People as they are, of which they change what others see of them; the rest has services of its own. */
export const meStore: RowStore = {
  ...meReader,
  idsWhere: elsewhere,
  insert: (_db, rows) => (rows.length === 0 ? Promise.resolve() : elsewhere()),
  remove: (_db, ids) => (ids.length === 0 ? Promise.resolve() : elsewhere()),
  async update(db, rows) {
    for (const { id, version, email, name, image, whatsapp, instagram, linkedin } of rows as Me[]) {
      await db.updateTable('users').set({ version, email, name, image, whatsapp, instagram, linkedin }).where('id', '=', id).execute();
    }
  },
};
