import type { Me } from '#contract/resources/me.ts';
import { sqlOf } from '../core/handles.ts';
import { meReader } from './composed-rows.ts';
import type { RowStore } from './row-store.ts';

const elsewhere = () => Promise.reject(new TypeError('people come by registration and go by leaving for good'));

/** The row of a signed-in user. Updates cover the fields that others see; the rest has its own services. */
export const meStore: RowStore = {
  ...meReader,
  idsWhere: elsewhere,
  insert: (_trx, rows) => (rows.length === 0 ? Promise.resolve() : elsewhere()),
  remove: (_trx, ids) => (ids.length === 0 ? Promise.resolve() : elsewhere()),
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
