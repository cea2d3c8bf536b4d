import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sqlOf } from '#server/store/core/handles.ts';
import { beforeWrite } from '../fixtures/databases/before-write.ts';
import { away, codeOf, home, insertRows, people } from '../fixtures/camp.ts';
import { cheapHash } from '../fixtures/server/cheap-hash.ts';
import type { LocalPushService } from '../fixtures/messages/push-service.ts';
import { closePushWorld, openPushWorld } from '../fixtures/messages/push-world.ts';
import type { CallOptions, World } from '../fixtures/world.ts';

const password = 'Seeufer-2026';

let world: World;
let service: LocalPushService;
beforeEach(async () => {
  ({ world, service } = await openPushWorld());
  await world.signIn('author');
  await insertRows(world.store, world.clock, 'codes', [codeOf({ eventId: away, code: 'AWAY-OPEN' })]);
  await sqlOf(world.store.reading)
    .updateTable('users')
    .set({ password_hash: cheapHash(password) })
    .where('id', '=', people.author.id)
    .execute();
});
afterEach(() => closePushWorld({ world, service }));

const endSessions = () =>
  sqlOf(world.store.reading)
    .updateTable('sessions')
    .set({ revoked_at: world.clock.now() })
    .where('user_id', '=', people.author.id)
    .execute();

async function stored(): Promise<unknown> {
  const tables = [
    'users',
    'memberships',
    'posts',
    'push_subscriptions',
    'erasures',
    'receipts',
    'change_log',
    'second_factor_setups',
  ] as const;
  const db = sqlOf(world.store.reading);
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
}

const piece = { body: Buffer.from('half a picture'), headers: { 'content-type': 'application/octet-stream' } };
const phone = 'https://push.example/phone';

const writes: [what: string, path: string, options: () => CallOptions, method?: string][] = [
  ['a command', '/api/post', () => ({ body: { content: 'Hallo', event: home }, headers: { 'idempotency-key': uuidv7() } })],
  ['going to another event', `/api/event/${away}/switch`, () => ({ body: { eventCode: 'AWAY-OPEN' } })],
  ['registering a device', '/api/notification', () => ({ body: { subscription: service.device('phone').subscription } })],
  ['forgetting a device', '/api/notification/unsubscribe', () => ({ body: { endpoint: phone } })],
  ['a new password', '/api/users/me/password', () => ({ body: { oldPassword: password, newPassword: 'Bergsee-2026' } })],
  ['signing the other devices out', '/api/users/sessions', () => ({}), 'DELETE'],
  ['beginning a second factor', '/api/users/me/tfa/setup', () => ({ body: { password } })],
  ['leaving for good', '/api/users/me/delete', () => ({ body: { password, shared: 'delete' } })],
];

test.each(writes)('%s writes nothing when the session ends during the request', async (_what, path, options, method = 'POST') => {
  const { store } = world;
  await sqlOf(store.reading)
    .insertInto('push_subscriptions')
    .values({ endpoint: phone, user_id: people.author.id, session_id: 'author', p256dh: '', auth: '', language: 'de', created_at: 0 })
    .execute();
  const before = await stored();
  const writing = beforeWrite(store, async () => void (await endSessions()));
  expect(await world.call('author', method, path, options())).toMatchObject({ status: 401, body: { error: 'unauthenticated' } });
  expect(writing).toHaveBeenCalledOnce();
  expect(await stored()).toEqual(before);
});

test('a piece of a picture is deleted when the session ends during the request', async () => {
  const { auth, partialUploads } = world.app.deps;
  const path = `/api/uploads/${uuidv7()}`;
  const { add } = partialUploads;
  vi.spyOn(partialUploads, 'add').mockImplementationOnce(async (...given) => {
    await endSessions();
    return add.apply(partialUploads, given);
  });
  expect(await world.call('author', 'POST', `${path}?offset=0`, piece)).toMatchObject({ status: 401 });
  const { token } = await auth.sessions.open(people.author.id);
  const answer = await world.call(null, 'GET', path, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.body).toEqual({ received: 0 });
});
