import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { textIn } from './text-in.ts';

interface Devices {
  push_subscriptions: { id: number; endpoint: string; host: string };
}

/** The host of each push endpoint and its consecutive time-outs: a silent host must not delay the others. */
export const pushHosts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('push_subscriptions')
      .addColumn('host', textIn(db), (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('push_subscriptions')
      .addColumn('timeouts', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    const devices = db as Kysely<Devices>;
    for (const { id, endpoint } of await devices.selectFrom('push_subscriptions').select(['id', 'endpoint']).execute()) {
      const host = URL.parse(endpoint)?.host ?? '';
      await devices.updateTable('push_subscriptions').set({ host }).where('id', '=', id).execute();
    }
  },
};
