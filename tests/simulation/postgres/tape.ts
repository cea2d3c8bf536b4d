import { sql } from 'kysely';
import { expectedOf, type Tape } from '../server/triggers.ts';

const acts = 'simulation.acts';
const expected = 'simulation.expected';

/** Tables next to the server's, for all connections. Triggers of the server's tables run only in the servers' transactions. */
export const tapeOnPostgres: Tape = {
  acts,
  expected,
  begin: [
    sql`create schema if not exists simulation`,
    sql`create table if not exists ${sql.table(acts)} (
      "order" bigint generated always as identity, user_id bigint, key text, status bigint, body text)`,
    sql`create table if not exists ${sql.table(expected)} (announcement_id text, endpoint text, user_id bigint, after_act bigint)`,
    sql`truncate ${sql.table(acts)}, ${sql.table(expected)} restart identity`,
    sql`create or replace function simulation.record_act() returns trigger language plpgsql as $$ begin
      insert into ${sql.table(acts)} (user_id, key, status, body) values (new.user_id, new.key, new.status, new.body);
      return null;
    end $$`,
    sql`create or replace function simulation.expect_pushes() returns trigger language plpgsql as $$ begin
      insert into ${sql.table(expected)} ${expectedOf(acts)};
      return null;
    end $$`,
    sql`create or replace trigger record_act after insert on receipts for each row execute function simulation.record_act()`,
    sql`create or replace trigger expected_of_new after insert on announcements for each row
      when (new.notification_sent = 1) execute function simulation.expect_pushes()`,
    sql`create or replace trigger expected_of_old after update on announcements for each row
      when (new.notification_sent > old.notification_sent) execute function simulation.expect_pushes()`,
  ],
};
