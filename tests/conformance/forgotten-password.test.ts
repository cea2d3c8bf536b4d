import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { countMails } from '#server/store/mail/mails.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { listSecurityRecords } from '#server/store/accounts/security-log.ts';
import type { BaseRow } from '#contract/resource.ts';
import { type CalendarLink, schedulePath } from '#contract/resources/calendars.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import { buildCamp, home, insertRows, people } from '../fixtures/camp.ts';
import { newsHeard } from '../fixtures/databases/test-store.ts';
import { type Browser, errorOf, openWorld, password, tokenOf, totpSecret, type World } from './auth-fixture.ts';

const newPassword = 'Seeufer-2026';
const anna = 'anna@camp.example';

let world: World;
let here: Browser;
beforeEach(async () => {
  world = await openWorld({ PUBLIC_URL: 'http://camp.example' });
  await world.person(anna);
  here = world.browser();
});
afterEach(() => world.close());

const requestLink = (email = anna, browser = here, headers = {}) =>
  browser.send('POST', '/api/users/forgot-password', { payload: { email }, headers });
const reset = (token: string, to = newPassword, browser = here) =>
  browser.send('POST', '/api/users/reset-password', { payload: { token, newPassword: to } });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function requestToken(email = anna): Promise<string> {
  expect((await requestLink(email)).statusCode).toBe(200);
  await world.mailed();
  return world.mails.tokenFor(email);
}

describe('a reset link', () => {
  test('sets a new password, ends every session and opens none', async () => {
    const elsewhere = world.browser('198.51.100.2');
    const other = tokenOf(await elsewhere.login(anna));
    const ended: string[] = [];
    const { sessionId } = (await world.app.deps.auth.callerOf(other))!.caller;
    const { endSession } = world.app.deps.hub;
    world.app.deps.hub.endSession = (id) => void ended.push(id);
    const token = await requestToken();
    expect(world.mails.to(anna)!.text).toMatch(/^http:\/\/camp\.example\/#\/reset-password\?token=[\w-]{22}$/m);
    const answer = await reset(token);
    expect([answer.json(), answer.cookies]).toEqual([{ success: true, message: 'Password changed' }, []]);
    await newsHeard(world.store);
    world.app.deps.hub.endSession = endSession;
    expect(ended).toEqual([sessionId]);
    expect(errorOf(await elsewhere.me(other))).toBe('401 unauthenticated');
    expect(errorOf(await elsewhere.refresh())).toBe('401 unauthenticated');
    expect(errorOf(await here.login(anna))).toBe('401 wrong_credentials');
    expect((await here.login(anna, newPassword)).statusCode).toBe(200);
  });

  test('renews the calendar links of the person', async () => {
    // Anna is deleted first: a person of the camp has the same id.
    await world.close();
    world = await openWorld({ PUBLIC_URL: 'http://camp.example' });
    here = world.browser();
    await buildCamp(world.store, world.clock);
    const { participant } = people;
    const [id, secret] = [`${home}-${participant.id}`, 'A'.repeat(22)];
    await insertRows(world.store, world.clock, 'calendarLinks', [
      { id, version: 1, eventId: home, userId: participant.id, secret } as BaseRow,
    ]);
    const feed = (path: string) => here.send('GET', path);
    expect((await feed(schedulePath(id, secret))).statusCode).toBe(200);
    await reset(await requestToken('participant@camp.example'));
    expect((await feed(schedulePath(id, secret))).statusCode).toBe(404);
    const row = (await loadRows(world.store.reading, 'calendarLinks', [id])).get(id) as CalendarLink;
    expect((await feed(schedulePath(id, row.secret!))).statusCode).toBe(200);
  });

  test('does not skip the second factor', async () => {
    await world.person('ben@camp.example', totpSecret);
    await reset(await requestToken('ben@camp.example'));
    expect((await here.login('ben@camp.example', newPassword)).json()).toEqual({ success: false, mfaEnabled: true });
    const code = new TOTP({ secret: totpSecret }).generate({ timestamp: world.clock.now() });
    expect((await here.tfa('ben@camp.example', code, newPassword)).statusCode).toBe(200);
  });

  test('removes a second factor that was set up before the address was confirmed', async () => {
    const ben = 'ben@camp.example';
    const id = await world.person(ben, totpSecret);
    await sqlOf(world.store.reading).updateTable('users').set({ email_verified: 0 }).where('id', '=', id).execute();
    await reset(await requestToken(ben));
    await world.mailed();
    expect(world.mails.messages.map(({ subject }) => subject)).toContain('Two-factor authentication is off');
    const token = tokenOf(await here.login(ben, newPassword));
    expect((await here.me(token)).json()).toMatchObject({ secondFactor: false, emailVerified: true });
    await world.app.deps.securityLog.flush();
    const records = await listSecurityRecords(world.store.reading, { since: 0, userId: id, limit: 100 });
    expect(records.map(({ kind }) => kind)).toContain('second_factor_off');
  });

  test('is accepted once, and a repetition after a lost answer is reported as such', async () => {
    const token = await requestToken();
    await reset(token);
    expect((await reset(token)).statusCode).toBe(200);
    expect(errorOf(await reset(token, 'Waldrand-2026'))).toBe('410 link_over');
    expect((await here.login(anna, newPassword)).statusCode).toBe(200);
  });

  test('is no help for guesses after its use', async () => {
    const token = await requestToken();
    await reset(token);
    for (let guess = 0; guess < 5; guess += 1) await reset(token, `Waldrand-202${guess}`);
    expect(errorOf(await reset(token, 'Waldrand-2029'))).toBe('429 too_many_requests');
  });

  test('is accepted once when two requests race', async () => {
    const token = await requestToken();
    const answers = await Promise.all([reset(token), reset(token, 'Waldrand-2026')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 410]);
  });

  test('expires after two hours', async () => {
    const token = await requestToken();
    world.clock.time += 2 * times.hour - 1;
    expect((await reset(token)).statusCode).toBe(200);
    const later = await requestToken();
    world.clock.time += 2 * times.hour;
    expect(errorOf(await reset(later))).toBe('410 link_over');
  });

  test('is revoked by a later one', async () => {
    const first = await requestToken();
    world.clock.time += times.minute;
    const second = await requestToken();
    expect(errorOf(await reset(first))).toBe('410 link_over');
    expect((await reset(second)).statusCode).toBe(200);
  });

  test.each(['before', 'after'])('is revoked by a new password chosen %s it was sent', async (when) => {
    const signedIn = tokenOf(await here.login(anna));
    await requestLink();
    const change = () =>
      here.send('POST', '/api/users/me/password', { payload: { oldPassword: password, newPassword }, headers: bearer(signedIn) });
    if (when === 'before') await change();
    await world.mailed();
    if (when === 'after') await change();
    await world.mailed();
    expect(world.mails.messages.filter(({ subject }) => subject === 'Your new password')).toHaveLength(when === 'after' ? 1 : 0);
    expect(errorOf(await reset(world.mails.tokenFor(anna) || 'x'))).toBe('410 link_over');
  });

  test('stays valid when the address changes without the password, and ends when the new address opens the account', async () => {
    const signedIn = tokenOf(await here.login(anna));
    const [first, second] = [await requestToken(), anna];
    await here.send('POST', '/api/users/me', { payload: { email: 'anna@other.example' }, headers: bearer(signedIn) });
    await here.send('POST', '/api/users/me/address', { payload: { password }, headers: bearer(signedIn) });
    expect(errorOf(await reset(first))).toBe('410 link_over');
    expect(errorOf(await here.login(second))).toBe('401 wrong_credentials');
  });

  test.each([
    ['seeufer-2026', '400 weak_password'],
    ['Password1', '400 common_password'],
    ['AnnaCampExample1', '400 common_password'],
  ])('rejects the weak password %s, and stays valid', async (weak, error) => {
    const token = await requestToken();
    expect(errorOf(await reset(token, weak))).toBe(error);
    expect((await reset(token)).statusCode).toBe(200);
  });

  test('signs in a person with too many failed guesses', async () => {
    for (let guess = 0; guess < 6; guess += 1) await here.login(anna, 'Wrong-Password-1');
    expect(errorOf(await here.login(anna))).toBe('429 too_many_requests');
    await reset(await requestToken());
    expect((await here.login(anna, newPassword)).statusCode).toBe(200);
  });

  test('is followed by a notice by mail', async () => {
    await reset(await requestToken());
    await world.mailed();
    expect(world.mails.to(anna)!.subject).toBe('Your password was changed');
    expect(world.mails.to(anna)!.text).not.toContain('token');
  });
});

test('a repeated mail does not restore a revoked link', async () => {
  const signedIn = tokenOf(await here.login(anna));
  const change = () =>
    here.send('POST', '/api/users/me/password', { payload: { oldPassword: password, newPassword }, headers: bearer(signedIn) });
  await requestLink();
  Object.assign(world.mails, { takes: false, onSend: change });
  await world.mailed();
  Object.assign(world.mails, { takes: true, onSend: () => Promise.resolve() });
  world.clock.time += 10 * times.minute;
  await world.mailed();
  expect(world.mails.messages.map(({ subject }) => subject)).toEqual(['Your password was changed']);
});

describe('a reset request for an unknown account', () => {
  const unknown = 'nobody@camp.example';

  test('has the same answer and the same cost as one for a known account', async () => {
    const written: string[] = [];
    for (const email of [anna, unknown]) {
      const answer = await requestLink(email);
      written.push(JSON.stringify([answer.statusCode, answer.json(), answer.cookies]));
    }
    expect(written[0]).toBe(written[1]);
    // Each request left one row, and no account was looked up.
    const rows = await sqlOf(world.store.reading).selectFrom('mails').select(['kind', 'user_id']).execute();
    expect(rows).toEqual([
      { kind: 'reset', user_id: null },
      { kind: 'reset', user_id: null },
    ]);
    await world.mailed();
    expect(world.mails.messages.map(({ to }) => to.address)).toEqual([anna]);
    expect(await countMails(world.store.reading)).toEqual({ waiting: 0, failed: 0 });
  });

  test('has the same limits as one for a known account', async () => {
    const answers = async (email: string) => {
      const list: string[] = [];
      for (let time = 0; time < 8; time += 1) list.push(String((await requestLink(email)).statusCode));
      return list;
    };
    const [known, other] = [await answers(anna), await answers(unknown)];
    expect(known).toEqual(other);
    expect(known).toEqual([...Array<string>(6).fill('200'), '429', '429']);
  });
});

test('one mailbox gets six mails a day from all networks together, and a shared network is not locked out', async () => {
  for (let network = 1; network <= 6; network += 1)
    expect((await requestLink(anna, world.browser(`198.51.100.${network}`))).statusCode).toBe(200);
  expect(errorOf(await requestLink(anna, world.browser('198.51.100.99')))).toBe('429 too_many_requests');
  for (let person = 0; person < 20; person += 1) expect((await requestLink(`p${person}@camp.example`)).statusCode).toBe(200);
  world.clock.time += 4 * times.hour;
  expect((await requestLink()).statusCode).toBe(200);
});

test('one network may request 300 mails at once, for any addresses, and another network its own', async () => {
  const hall = world.browser('198.51.100.7');
  for (let person = 0; person < 300; person += 1) expect((await requestLink(`p${person}@camp.example`, hall)).statusCode).toBe(200);
  expect(errorOf(await requestLink(anna, hall))).toBe('429 too_many_requests');
  expect((await requestLink(anna, world.browser('198.51.101.7'))).statusCode).toBe(200);
});

test('unconfirmed addresses get few mails an hour in all, and confirmed ones still get theirs', async () => {
  await world.close();
  world = await openWorld({ ACCOUNTS_PER_HOUR: '1' });
  const strangers = Array.from({ length: 12 }, (_, index) => `p${index}@camp.example`);
  for (const email of strangers) await world.person(email);
  await sqlOf(world.store.reading).updateTable('users').set({ email_verified: 0 }).execute();
  await world.person(anna);
  for (const [index, email] of [...strangers, anna].entries())
    expect((await requestLink(email, world.browser(`198.51.100.${index}`))).statusCode).toBe(200);
  await world.mailed();
  expect(world.mails.messages).toHaveLength(11);
  expect(world.mails.to(anna)).toBeDefined();
});

test('another site cannot request a link', async () => {
  expect(errorOf(await requestLink(anna, here, { 'sec-fetch-site': 'cross-site' }))).toBe('403 forged_request');
});

test("the mail is in the last language of the person's device", async () => {
  await here.send('POST', '/api/users/login', {
    payload: { email: anna, password, csrfToken: await here.csrfToken() },
    headers: { 'accept-language': 'de' },
  });
  await requestToken();
  expect(world.mails.to(anna)!.subject).toBe('Dein neues Passwort');
});
