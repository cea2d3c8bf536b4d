import { afterEach, beforeEach, expect, test } from 'vitest';
import { away, home, people } from '#tests/fixtures/camp.ts';
import { openWorld, type World } from '#tests/fixtures/world.ts';
import { appointAdmin, type Appointment } from './appoint-admin.ts';
import { weaknessOf } from './admin-account.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { listSecurityRecords } from '#server/store/accounts/security-log.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const account = { name: 'Robin', passwordHash: '!' };
const appoint = (appointment: Partial<Appointment>) =>
  appointAdmin(world.store, { email: 'robin@camp.example', account, eventId: null, now: world.clock.now(), ...appointment });
const robin = () => sqlOf(world.store.reading).selectFrom('users').selectAll().where('email', '=', 'robin@camp.example').executeTakeFirst();

test('a new global admin is active in the event that ends last', async () => {
  await appoint({});
  expect(await robin()).toMatchObject({ name: 'Robin', role: 'admin', email_verified: 1, active_event_id: expect.any(Number) as number });
});

test('a new account has notification settings', async () => {
  await appoint({});
  const { id } = (await robin())!;
  const changes = await sqlOf(world.store.reading)
    .selectFrom('change_log')
    .select('row_id')
    .where('scope', '=', `user:${id}`)
    .orderBy('number')
    .execute();
  expect(changes).toEqual([{ row_id: String(id) }, { row_id: String(id) }]);
});

test('a new account and an appointment are recorded in the security log', async () => {
  await appoint({});
  await appoint({ email: 'author@camp.example', account: null, eventId: home });
  const { id } = (await robin())!;
  const records = await listSecurityRecords(world.store.reading, { since: 0, limit: 10 });
  expect(records.map(({ kind, userId }) => [kind, userId])).toEqual([
    ['account_created', id],
    ['made_admin', id],
    ['made_admin', people.author.id],
  ]);
});

test('a new event admin gets no other role, and members of the event see them', async () => {
  const { cursor } = await world.pull('author');
  await appoint({ eventId: home });
  const { id, role, active_event_id } = (await robin())!;
  expect([role, active_event_id]).toEqual(['user', home]);
  const { changes } = await world.pull('author', cursor);
  expect(changes).toMatchObject([{ resource: 'participants', id: `${home}-${id}`, row: { name: 'Robin' } }]);
});

test('an existing account is kept, and its devices receive the new role', async () => {
  const { cursor } = await world.pull('participant');
  const email = 'participant@camp.example';
  await appoint({ email, account: null, eventId: home });
  const { body } = await world.call('participant', 'GET', '/api/users/me');
  expect(body).toMatchObject({ id: people.participant.id, name: 'participant', role: 'user', eventRole: 'admin' });
  const { reset, changes } = await world.pull('participant', cursor);
  expect(reset).toBe(true);
  expect(changes.find(({ resource }) => resource === 'me')?.row).toMatchObject({ memberships: [{ eventId: home, role: 'admin' }] });
});

test('a former member reappears on devices that received the tombstone', async () => {
  for (const name of ['Anna', 'Anna M.']) await world.call('author', 'POST', '/api/users/me', { body: { name } });
  const before = await world.pull('participant');
  await world.call('author', 'POST', `/api/event/${home}/leave`, { body: { sure: true } });
  const left = await world.pull('participant', before.cursor);
  const id = `${home}-${people.author.id}`;
  expect(left.changes).toMatchObject([{ resource: 'participants', id, version: 4, row: null }]);
  await appoint({ email: 'author@camp.example', account: null, eventId: home });
  expect((await world.pull('participant', left.cursor)).changes).toMatchObject([
    { resource: 'participants', id, version: 5, row: { name: 'Anna M.' } },
  ]);
});

test('an invalid appointment changes nothing', async () => {
  await expect(appoint({ eventId: 77 })).rejects.toThrow(`There is no event 77; there are: ${home} (Camp ${home}), ${away} (Camp ${away})`);
  await expect(appoint({ account: null })).rejects.toThrow('robin@camp.example has no account');
  await expect(appoint({ email: 'author@camp.example' })).rejects.toThrow('author@camp.example has an account already');
  expect(await robin()).toBeUndefined();
});

test('a password needs eight characters with an uppercase letter, a lowercase letter and a digit', () => {
  expect(weaknessOf('Abcdef1')).toBe('The password needs at least 8 characters');
  expect(weaknessOf('abcdefgh')).toBe('The password needs an uppercase letter and a digit');
  expect(weaknessOf('A1'.padEnd(257, 'b'))).toContain('at most 256');
  expect(weaknessOf('Übermut-1')).toBeNull();
});
