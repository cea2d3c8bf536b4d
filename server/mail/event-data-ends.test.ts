import { afterEach, beforeEach, expect, test } from 'vitest';
import { times } from '../../contract/times.ts';
import { away, home, people } from '../../tests/fixtures/camp.ts';
import { openWorld, type World } from '../../tests/fixtures/world.ts';
import { purge } from '../jobs/purge.ts';
import { sqlOf } from '../store/core/handles.ts';
import { claimMails, mailsLock } from '../store/mail/mails.ts';
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
    // One address has one mail under way.
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
] as const)('names the event and the day in its zone (%s)', async (language, subject, day) => {
  await sqlOf(world.store.reading).updateTable('users').set({ language }).execute();
  // In Auckland it is the next day already.
  await endedAt(home, '2026-08-30T12:00:00.000Z', { title: 'Camp & 1', time_zone: 'Pacific/Auckland', date_locale: 'auto' });
  await purgeAt('2026-11-21T12:00:00.000Z');
  const [mail] = await mails();
  expect(mail).toMatchObject({ subject, to: { address: 'orga@camp.example' } });
  for (const text of [mail!.text, mail!.html]) expect(text).toContain(day);
  expect(mail!.html).toContain('Camp &amp; 1');
  expect(`${mail!.text}${mail!.html}`).not.toContain('{{');
});

test('names each of two events to somebody who runs both', async () => {
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

test('is not sent once organisers chose a later date', async () => {
  await endedAt(home, '2026-08-30T12:00:00.000Z');
  await purgeAt('2026-11-21T12:00:00.000Z');
  await change(home, { kept_days: 200 });
  await purge(world.store, world.clock);
  expect(await mails()).toEqual([]);
});

test('is sent with the name of its event if it waited while the server was updated', async () => {
  await endedAt(home, '2026-08-30T12:00:00.000Z');
  await purgeAt('2026-11-21T12:00:00.000Z');
  const db = sqlOf(world.store.reading);
  await db.schema.dropIndex('mails_of_event').execute();
  await db.schema.alterTable('mails').dropColumn('event_id').execute();
  await mailsOfEvents.up(db);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Personal data of “Camp 1” will be deleted']);
});
