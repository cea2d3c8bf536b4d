import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { scopeOf } from '#contract/scope.ts';
import { callerOf, people } from '#tests/fixtures/camp.ts';
import { callAt, openSharedCamp, overlap, type SharedCamp } from '#tests/fixtures/databases/shared-camp.ts';
import { loadConfig } from '#server/config.ts';
import { createPrepare } from '#server/mail/prepare.ts';
import { addressNoticeHook } from '../accounts/address-notice-hook.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { claimMails, insertMail, mailsLock } from '#server/store/mail/mails.ts';
import { accountLock } from '#server/store/accounts/account-lock.ts';
import { readAccount } from '#server/store/accounts/accounts.ts';
import { confirmSetup } from '#server/store/accounts/second-factor.ts';
import { replacePassword, revokeSessionsOf } from '#server/store/accounts/sessions.ts';
import { saveSubscription } from '#server/store/push/push-subscriptions.ts';
import { dynamicScopes, type Store, type TouchedScopes } from '#server/store/store.ts';
import { issueResetToken } from './password/link-tokens.ts';
import { createAllowances } from './allowances.ts';
import { secretOf } from './secret.ts';
import { createSessions } from './sessions/sessions.ts';
import { createAnonymousWrites } from './throttle.ts';
import { writeAs } from './write-as.ts';

// One process creates access to an account while another one ends it.

const clock = { now: () => Date.UTC(2026, 10, 21, 12) };
const secret = secretOf(Buffer.alloc(32, 1));
const userId = people.author.id;
let camp: SharedCamp;
let one: Store;

beforeEach(async () => {
  camp = await openSharedCamp(2, clock);
  [one] = camp.stores as [Store];
});
afterEach(() => camp.close());

const replace = (store: Store) =>
  store.write([], (trx) => replacePassword(trx, { userId, passwordHash: 'new', keepSessionId: null, now: clock.now() }));

const sessionsOn = (store: Store) => createSessions({ config: loadConfig({}), store, clock, secret });
const rowsOf = (table: 'sessions' | 'link_tokens' | 'push_subscriptions') =>
  sqlOf(one.reading).selectFrom(table).selectAll().where('user_id', '=', userId).execute();
const opened = async () =>
  (await rowsOf('sessions')).filter((row) => 'device_name' in row && row.device_name === 'Firefox' && row.revoked_at === null).length;

describe('a sign-in', () => {
  const signIn = async () => {
    const provedBy = (await readAccount(one.reading, userId))!;
    return (store: Store) => sessionsOn(store).open(userId, { provedBy, userAgent: 'Firefox/142.0' });
  };
  const signOutEverywhere = (store: Store) => store.write([], (trx) => revokeSessionsOf(trx, userId, { except: null }, clock.now()));
  const turnOn = (store: Store) => store.write([], (trx) => confirmSetup(trx, userId, { secret: 'JBSWY3DPEHPK3PXP', step: 1 }));

  test('with the old password is ended when a new password is set at the same time', async () => {
    await overlap(camp.stores, await signIn(), replace);
    expect(await opened()).toBe(0);
  });

  test('with the old password is refused after a new password was set at the same time', async () => {
    await expect(overlap(camp.stores, replace, await signIn())).rejects.toThrow('wrong_credentials');
    expect(await opened()).toBe(0);
  });

  test('is ended by a simultaneous sign-out of all devices, or opened after it', async () => {
    await overlap(camp.stores, await signIn(), signOutEverywhere);
    expect(await opened()).toBe(0);
    await overlap(camp.stores, signOutEverywhere, await signIn());
    expect(await opened()).toBe(1);
  });

  test('without a code is refused when the second factor was turned on at the same time', async () => {
    await expect(overlap(camp.stores, turnOn, await signIn())).rejects.toThrow('wrong_credentials');
    expect(await opened()).toBe(0);
  });
});

test('a device that registers for pushes while its session ends gets no subscription', async () => {
  const caller = callerOf('author');
  const subscription = {
    endpoint: 'https://push.example/1',
    userId,
    sessionId: caller.sessionId,
    p256dh: '',
    auth: '',
    language: 'en' as const,
  };
  const register = (store: Store) => writeAs({ store, clock }, caller, [], (trx) => saveSubscription(trx, subscription, clock.now()));
  await overlap(camp.stores, register, (store) => sessionsOn(store).close(caller));
  expect(await rowsOf('push_subscriptions')).toEqual([]);
});

describe('a link', () => {
  const handOver = (store: Store) => store.write([], (trx) => issueResetToken(trx, userId, clock.now()));

  const prepareMails = (store: Store) =>
    store.write([mailsLock], async (trx) => {
      const prepare = createPrepare({ secret, origin: () => 'https://camp.example', mayWriteToUnconfirmed: () => true });
      for (const mail of await claimMails(trx, { now: clock.now(), lease: 1_000, limit: 5 })) await prepare(trx, mail);
    });
  const changeAddress = (store: Store) => {
    const beforeCommit = addressNoticeHook(
      () => undefined,
      createAllowances({ store, clock, secret, anonymousWrites: createAnonymousWrites() }),
    );
    return callAt({ store, clock, beforeCommit }, callerOf('author'), 'POST', '/api/users/me', { email: 'new@other.example' });
  };
  const verifyMailWaits = async () => {
    await sqlOf(one.reading).updateTable('users').set({ email_verified: 0 }).where('id', '=', userId).execute();
    const { email } = (await readAccount(one.reading, userId))!;
    await one.write([], (trx) => insertMail(trx, { kind: 'verify', address: email, userId, language: null }, clock.now()));
  };

  test('to verify an address is void when the person changes the address at the same time', async () => {
    await verifyMailWaits();
    await overlap(camp.stores, prepareMails, changeAddress);
    expect(await rowsOf('link_tokens')).toEqual([]);
  });

  test('from an admin is void when a new password is set at the same time', async () => {
    await overlap(camp.stores, handOver, replace);
    expect(await rowsOf('link_tokens')).toEqual([]);
  });
});

test('the test database refuses a write to an account without its lock', async () => {
  const replaceUnheld = (locks: TouchedScopes) =>
    one.write(locks, (trx) => sqlOf(trx).updateTable('users').set({ password_hash: 'new' }).where('id', '=', userId).execute());
  await expect(replaceUnheld([accountLock(people.orga.id)])).rejects.toThrow('UPDATE of users without the lock of account 3');
  await replaceUnheld([accountLock(userId)]);
});

test('a write without the lock of an account restarts once, with all locks that it needs', async () => {
  const moments: string[] = [];
  await one.write(dynamicScopes(), async (trx) => {
    moments.push('begun');
    await replacePassword(trx, { userId, passwordHash: 'new', keepSessionId: null, now: clock.now() });
    moments.push('done');
  });
  await one.write([scopeOf.user(userId)], async (trx) => {
    moments.push('begun');
    await replacePassword(trx, { userId, passwordHash: 'other', keepSessionId: null, now: clock.now() });
  });
  expect(moments).toEqual(['begun', 'begun', 'done', 'begun']);
});
