import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { away, home, people } from '#tests/fixtures/camp.ts';
import { openWorld, type World } from '#tests/fixtures/world.ts';
import { purge } from '../jobs/purge.ts';
import { sqlOf } from '../store/core/handles.ts';
import { claimMails, mailsLock } from '../store/mail/mails.ts';
import { toldDeletion } from '../store/migrations/084-told-deletion.ts';
import { mailsOfEvents } from '../store/migrations/082-mails-of-events.ts';
import type { Message } from './message.ts';
import { createPrepare } from './prepare.ts';

const prepare = createPrepare({
  secret: () => Buffer.from('secret'),
  origin: () => 'https://camp.example',
  mayWriteToUnconfirmed: () => true,
});

let world: World;
beforeEach(async () => {
  world = await openWorld();
  const users = sqlOf(world.store.reading).updateTable('users').set({ language: 'en' });
  await users.where('id', '=', people.orga.id).execute();
});
afterEach(() => world.close());

const change = (id: number, part: object) => sqlOf(world.store.reading).updateTable('events').set(part).where('id', '=', id).execute();
const endedAt = (id: number, end: string, part: object = {}) => change(id, { start_date: '2026-08-01T08:00:00Z', end_date: end, ...part });
const mails = (): Promise<Message[]> =>
  world.store.write([mailsLock], async (trx) => {
    const found: Message[] = [];
    // An address has one mail in progress, so claims are repeated.
    for (;;) {
      const claimed = await claimMails(trx, { now: world.clock.now(), lease: times.minute, limit: 10 });
      for (const mail of claimed) {
        const message = await prepare(trx, mail);
        if (message) found.push(message);
        await sqlOf(trx).deleteFrom('mails').where('id', '=', mail.id).execute();
      }
      if (claimed.length === 0) return found;
    }
  });
const purgeAt = async (time: string): Promise<void> => {
  world.later(Date.parse(time) - world.clock.now());
  await purge(world.store, world.clock);
};

test.each([
  ['en', 'Personal data of “Camp & 1” will be deleted', 'Sunday, 29 November 2026'],
  ['de', 'Persönliche Daten von „Camp & 1“ werden gelöscht', 'Sonntag, 29. November 2026'],
] as const)('the mail names the event and the day in its time zone (%s)', async (language, subject, day) => {
  await sqlOf(world.store.reading).updateTable('users').set({ language }).execute();
  // Already the next day in Auckland.
  await endedAt(home, '2026-08-30T12:00:00.000Z', { title: 'Camp & 1', time_zone: 'Pacific/Auckland', date_locale: 'auto' });
  await purgeAt('2026-11-21T12:00:00.000Z');
  const [mail] = await mails();
  expect(mail).toMatchObject({ subject, to: { address: 'orga@camp.example' } });
  for (const text of [mail!.text, mail!.html]) expect(text).toContain(day);
  expect(mail!.html).toContain('Camp &amp; 1');
  expect(`${mail!.text}${mail!.html}`).not.toContain('{{');
});

test('an admin of two events gets a mail that names each', async () => {
  await world.store.write([], async (trx) => {
    await sqlOf(trx).insertInto('memberships').values({ event_id: away, user_id: people.orga.id, role: 'admin', version: 1 }).execute();
  });
  for (const id of [home, away]) await endedAt(id, '2026-08-30T12:00:00.000Z');
  await purgeAt('2026-11-21T12:00:00.000Z');
  const toOrga = (await mails()).filter(({ to }) => to.address === 'orga@camp.example');
  expect(toOrga.map(({ subject }) => subject).toSorted()).toEqual([
    'Personal data of “Camp 1” will be deleted',
    'Personal data of “Camp 2” will be deleted',
  ]);
});

test('the mail is not sent once an admin chose a later date', async () => {
  await endedAt(home, '2026-08-30T12:00:00.000Z');
  await purgeAt('2026-11-21T12:00:00.000Z');
  await change(home, { kept_days: 200 });
  await purge(world.store, world.clock);
  expect(await mails()).toEqual([]);
});

/** Moves the announced dates to a table of their own, as in the previous version. */
async function beforeToldDeletion(): Promise<void> {
  const db = sqlOf(world.store.reading);
  const announced = await db.selectFrom('events').select(['id', 'deletes_at']).where('deletes_at', 'is not', null).execute();
  await db.schema.alterTable('events').dropColumn('deletes_at').execute();
  await db.schema
    .createTable('event_retention')
    .addColumn('event_id', 'bigint', (column) => column.primaryKey().references('events.id').onDelete('cascade'))
    .addColumn('delete_at', 'bigint', (column) => column.notNull())
    .execute();
  for (const { id, deletes_at: at } of announced)
    await sql`insert into event_retention (event_id, delete_at) values (${id}, ${at})`.execute(db);
}

test('an update keeps the announced date and sends it to devices', async () => {
  await endedAt(home, '2026-08-01T12:00:00.000Z');
  await purgeAt('2026-11-21T12:00:00.000Z');
  const deletesAt = Date.parse('2026-12-21T12:00:00.000Z');
  const rowsOfEvent = (changes: readonly { resource: string; id: unknown; row: unknown }[]) =>
    changes.filter(({ resource, id }) => resource === 'events' && id === home).map(({ row }) => row);
  const { cursor } = await world.pull('author');
  await beforeToldDeletion();
  await toldDeletion.up(sqlOf(world.store.reading));
  const { changes } = await world.pull('author', cursor);
  expect(rowsOfEvent(changes as never)).toMatchObject([{ deletesAt }]);
  expect((await mails())[0]!.text).toContain('21 December 2026');
});

test('a mail pending during the update is sent with the name of its event', async () => {
  await endedAt(home, '2026-08-30T12:00:00.000Z');
  await purgeAt('2026-11-21T12:00:00.000Z');
  const db = sqlOf(world.store.reading);
  await db.schema.dropIndex('mails_of_event').execute();
  await db.schema.alterTable('mails').dropColumn('event_id').execute();
  await beforeToldDeletion();
  await mailsOfEvents.up(db);
  await toldDeletion.up(db);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Personal data of “Camp 1” will be deleted']);
});
