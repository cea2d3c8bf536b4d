import { type RawBuilder, sql } from 'kysely';

/** The tables of the recorder: they contain the acts of a transaction if and only if it committed. */
export interface Tape {
  readonly acts: string;
  readonly expected: string;
  /** Creates an empty tape. */
  readonly begin: readonly RawBuilder<unknown>[];
}

/** Temporary tables of the server's connection. A restore uses another connection, so it does not reset them. */
export const tapeInMemory: Tape = {
  acts: 'temp.acts',
  expected: 'temp.expected',
  begin: [
    sql`create temp table acts ("order" integer primary key, user_id integer, key text, status integer, body text)`,
    sql`create temp trigger record_act after insert on main.receipts begin
      insert into acts (user_id, key, status, body) values (new.user_id, new.key, new.status, new.body);
    end`,
    sql`create temp table expected (announcement_id text, endpoint text, user_id integer, after_act integer)`,
    // An announcement created and published in one transaction is marked as sent at its insert.
    expecting('expected_of_new', 'after insert on main.announcements when new.notification_sent = 1'),
    expecting('expected_of_old', 'after update on main.announcements when new.notification_sent > old.notification_sent'),
  ],
};

function expecting(name: string, moment: string): RawBuilder<unknown> {
  return sql`create temp trigger ${sql.ref(name)} ${sql.raw(moment)} begin
    insert into expected ${expectedOf('acts')};
  end`;
}

/** Selects the devices that must receive the announcement `new`. */
export function expectedOf(acts: string): RawBuilder<unknown> {
  return sql`
      select new.id, device.endpoint, device.user_id, (select coalesce(max("order"), 0) from ${sql.table(acts)})
      from push_subscriptions device
      where device.session_id in (select id from sessions where revoked_at is null)
        and device.user_id in (select user_id from memberships where event_id = new.event_id)
        and device.user_id not in (select id from notification_settings where general = 0)`;
}
