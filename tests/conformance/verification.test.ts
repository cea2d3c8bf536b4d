import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { buildCamp } from '../fixtures/camp.ts';
import { type Browser, errorOf, openWorld, tokenOf, type World } from './auth-fixture.ts';

const password = 'Seeufer-2026';
const anna = 'anna@camp.example';

let world: World;
let here: Browser;
beforeEach(async () => {
  world = await openWorld({ PUBLIC_URL: 'http://camp.example' });
  await buildCamp(world.store, world.clock);
  here = world.browser();
});
afterEach(() => world.close());

const german = { 'accept-language': 'de' };

async function register(email = anna, headers = {}): Promise<string> {
  const answer = await here.send('POST', '/api/users/register', { payload: { email, password, eventcode: 'CAMP-OPEN' }, headers });
  expect(answer.statusCode).toBe(201);
  await world.mailed();
  return tokenOf(await here.login(email, password));
}
const verify = (token: string, browser = world.browser('198.51.100.9'), headers = {}) =>
  browser.send('POST', '/api/users/verify-email', { payload: { token }, headers });
const resend = (browser: Browser, headers: Record<string, string | undefined> = {}) =>
  browser.send('POST', '/api/users/resend-verification', { payload: {}, headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const isVerified = async (token: string) => (await here.me(token)).json<{ emailVerified?: boolean }>().emailVerified;

describe('the verification link after a registration', () => {
  test('confirms the address on any device, and then reports that it was confirmed already', async () => {
    const token = await register();
    expect(await isVerified(token)).toBe(false);
    const { subject, text } = world.mails.to(anna)!;
    expect(subject).toBe('Confirm your email address');
    expect(text).toMatch(/^http:\/\/camp\.example\/#\/verify-email\?token=[\w-]{22}$/m);
    const link = world.mails.tokenFor(anna);
    expect((await verify(link)).json()).toEqual({ success: true, message: 'Email verified successfully!', already: false });
    expect(await isVerified(token)).toBe(true);
    expect((await verify(link)).json()).toMatchObject({ success: true, already: true });
  });

  test('has the language of the person who registers, and so has its answer', async () => {
    await register(anna, german);
    expect(world.mails.to(anna)!.subject).toBe('Bestätige deine E-Mail-Adresse');
    const answer = await verify(world.mails.tokenFor(anna), world.browser(), german);
    expect(answer.json()).toMatchObject({ message: 'E-Mail-Adresse bestätigt!' });
  });

  test('expires after 24 hours', async () => {
    await register();
    world.clock.time += times.day - 1;
    expect((await verify(world.mails.tokenFor(anna))).statusCode).toBe(200);
    await register('ben@camp.example');
    world.clock.time += times.day;
    expect(errorOf(await verify(world.mails.tokenFor('ben@camp.example')))).toBe('410 link_over');
  });

  test('is rejected after the address has changed, and the old address gets a notice', async () => {
    const token = await register();
    const old = world.mails.tokenFor(anna);
    await verify(old);
    const moved = await here.send('POST', '/api/users/me', { payload: { email: 'anna@other.example' }, headers: bearer(token) });
    expect(moved.json()).toMatchObject({ email: 'anna@other.example', emailVerified: false });
    await world.mailed();
    expect(errorOf(await verify(old))).toBe('410 link_over');
    expect(world.mails.to(anna)!.subject).toBe('The email address of your account was changed');
    expect((await verify(world.mails.tokenFor('anna@other.example'))).json()).toMatchObject({ already: false });
    expect(await isVerified(token)).toBe(true);
    // The same address is no change.
    await here.send('POST', '/api/users/me', { payload: { email: ' Anna@Other.example ' }, headers: bearer(token) });
    expect(await isVerified(token)).toBe(true);
  });

  test('is sent to a few addresses in an hour, however often a person changes it', async () => {
    let token = await register();
    world.mails.messages.length = 0;
    const move = async (count: number) => {
      await here.send('POST', '/api/users/me', { payload: { email: `anna${count}@other.example` }, headers: bearer(token) });
      await world.mailed();
    };
    for (let count = 0; count < 8; count += 1) await move(count);
    const confirmations = () => world.mails.messages.filter(({ subject }) => subject === 'Confirm your email address');
    expect(confirmations()).toHaveLength(5);
    world.clock.time += times.hour;
    token = tokenOf(await here.refresh());
    await move(8);
    expect(confirmations()).toHaveLength(6);
  });

  test.each(['', 'x'.repeat(22), 'x'.repeat(200)])('is rejected if made up (%j)', async (token) => {
    expect((await verify(token)).statusCode).toBeGreaterThanOrEqual(400);
  });

  test('is rejected for a new password', async () => {
    await register();
    const payload = { token: world.mails.tokenFor(anna), newPassword: 'Waldrand-2026' };
    expect(errorOf(await here.send('POST', '/api/users/reset-password', { payload }))).toBe('410 link_over');
  });

  test('is not stored in the database, and neither is anything that reveals it', async () => {
    await here.send('POST', '/api/users/register', { payload: { email: anna, password, eventcode: 'CAMP-OPEN' } });
    const waiting = JSON.stringify(await sqlOf(world.store.reading).selectFrom('mails').selectAll().execute());
    await world.mailed();
    const kept = JSON.stringify(await sqlOf(world.store.reading).selectFrom('link_tokens').selectAll().execute());
    expect(`${waiting}${kept}`).not.toContain(world.mails.tokenFor(anna));
    const other = await openWorld({ PUBLIC_URL: 'http://camp.example' });
    const { tokenOfMail } = await import('#server/services/auth/password/link-tokens.ts');
    const { loadSecret } = await import('#server/services/auth/secret.ts');
    const [{ id }] = JSON.parse(waiting) as [{ id: string }];
    expect(tokenOfMail(loadSecret(world.app.deps.config.dataDir), id)).toBe(world.mails.tokenFor(anna));
    expect(tokenOfMail(loadSecret(other.app.deps.config.dataDir), id)).not.toBe(world.mails.tokenFor(anna));
    await other.close();
  });
});

describe('a repeated verification mail', () => {
  test('is sent to a caller with access token or cookie, and all callers get the same answer', async () => {
    const token = await register();
    world.mails.messages.length = 0;
    const answers = [
      await resend(world.browser(), bearer(token)),
      await resend(here),
      await resend(world.browser()),
      await resend(world.browser(), bearer('made-up')),
    ];
    for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([200, answers[0]!.json()]);
    await world.mailed();
    // The first mail had not left when the second was requested.
    expect(world.mails.messages.map(({ to }) => to.address)).toEqual([anna]);
    expect((await verify(world.mails.tokenFor(anna))).statusCode).toBe(200);
  });

  test('leaves the earlier link valid', async () => {
    await register();
    const first = world.mails.tokenFor(anna);
    await resend(here);
    await world.mailed();
    expect(world.mails.tokenFor(anna)).not.toBe(first);
    expect((await verify(first)).json()).toMatchObject({ already: false });
  });

  test('is not sent to a verified address', async () => {
    const token = await register();
    await verify(world.mails.tokenFor(anna));
    world.mails.messages.length = 0;
    expect((await resend(here, bearer(token))).statusCode).toBe(200);
    await world.mailed();
    expect(world.mails.messages).toEqual([]);
  });

  test('is sent at most six times a day, including the one of the registration', async () => {
    await register();
    for (let time = 0; time < 5; time += 1) expect((await resend(here)).statusCode).toBe(200);
    expect(errorOf(await resend(here))).toBe('429 too_many_requests');
    world.clock.time += 4 * times.hour;
    expect((await resend(here)).statusCode).toBe(200);
  });

  test('is not sent for another site', async () => {
    await register();
    expect(errorOf(await resend(here, { 'sec-fetch-site': 'cross-site' }))).toBe('403 forged_request');
  });
});

test('a refusal of verifying or resending has success: false', async () => {
  await register();
  const refusals = [
    await verify('no-such-token'),
    await verify(''),
    await resend(here, { 'sec-fetch-site': 'cross-site' }),
    await here.send('POST', '/api/users/resend-verification', { payload: { other: 1 } }),
  ];
  for (const answer of refusals) {
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.json()).toMatchObject({ success: false, error: expect.any(String) as string, message: expect.any(String) as string });
  }
});

test('a verification reaches the devices of the person by the feed', async () => {
  const token = await register();
  const sync = async (cursor = '') => (await here.send('GET', `/api/sync?cursor=${cursor}`, { headers: bearer(token) })).json<Pulled>();
  const { cursor } = await sync();
  await verify(world.mails.tokenFor(anna));
  expect((await sync(cursor)).changes).toMatchObject([{ resource: 'me', row: { emailVerified: true } }]);
});

interface Pulled {
  readonly cursor: string;
  readonly changes: readonly object[];
}
