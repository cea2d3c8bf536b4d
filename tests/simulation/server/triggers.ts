import { type RawBuilder, sql } from 'kysely';

/** Where the flight recorder writes: what a transaction does is in there if and only if it committed. */
export interface Tape {
  readonly acts: string;
  readonly expected: string;
  /** What begins an empty one. */
  readonly begin: readonly RawBuilder<unknown>[];
}

/**
 * Temporary tables of the server's own connection: a restore, which comes by another connection, forgets nothing of it.
 */
export const tapeInMemory: Tape = {
  acts: 'temp.acts',
  expected: 'temp.expected',
  begin: [
    sql`create temp table acts ("order" integer primary key, user_id integer, key text, status integer, body text)`,
    sql`create temp trigger record_act after insert on main.receipts begin
      insert into acts (user_id, key, status, body) values (new.user_id, new.key, new.status, new.body);
    end`,
    sql`create temp table expected (announcement_id text, endpoint text, user_id integer, after_act integer)`,
    // One that was made and sent out in one transaction is new as it is sent.
    expecting('expected_of_new', 'after insert on main.announcements when new.notification_sent = 1'),
    expecting('expected_of_old', 'after update on main.announcements when new.notification_sent > old.notification_sent'),
  ],
};

function expecting(name: string, moment: string): RawBuilder<unknown> {
  return sql`create temp trigger ${sql.ref(name)} ${sql.raw(moment)} begin
    insert into expected ${expectedOf('acts')};
  end`;
}

/** The devices that are to be told of the announcement `new`. */
export function expectedOf(acts: string): RawBuilder<unknown> {
  return sql`
      select new.id, device.endpoint, device.user_id, (select coalesce(max("order"), 0) from ${sql.table(acts)})
      from push_subscriptions device
      where device.session_id in (select id from sessions where revoked_at is null)
        and device.user_id in (select user_id from memberships where event_id = new.event_id)
        and device.user_id not in (select id from notification_settings where general = 0)`;
}
