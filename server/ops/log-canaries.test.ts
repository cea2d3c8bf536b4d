import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionMark } from '#contract/session-mark.ts';
import { buildCamp } from '#tests/fixtures/camp.ts';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { loggerOptions } from '../lib/log.ts';
import type { SendMail } from '../mail/message.ts';
import { hashPassword } from '../services/auth/password/passwords.ts';
import { unwrap } from '../services/auth/second-factor/wrapped-secret.ts';
import { loadSecret } from '../services/auth/secret.ts';
import { sqlOf } from '../store/core/handles.ts';
import type { Store } from '../store/store.ts';
import { openTestStore } from '#tests/fixtures/databases/test-store.ts';

const email = 'mail-canary@camp.example';
const password = 'Password-Canary-1';
const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const clock = { now: () => Date.UTC(2026, 10, 21, 12) };

let dataDir: string;
let store: Store;
let app: FastifyInstance;
let log: string;
let secrets: Set<string>;
const cookies = new Map<string, string>();
let mailOutcome: 'sent' | 'refused' | 'later';
const mailed = () => app.deps.mail.delivery.sendDue();
const sendMail: SendMail = ({ text, to }) => {
  secrets.add(/token=([\w-]+)/.exec(text)?.[1] ?? to.address).add(to.address);
  return Promise.resolve(mailOutcome === 'sent' ? { kind: 'sent' } : { kind: mailOutcome, reason: 'ECONNECTION' });
};

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'event-companion-log-'));
  store = await openTestStore();
  await buildCamp(store, clock);
  const person = { email, name: 'Name Canary', role: 'user', email_verified: 1, version: 1, created_at: 0 } as const;
  await sqlOf(store.reading)
    .insertInto('users')
    .values({ ...person, password_hash: await hashPassword(password), totp_secret: totpSecret })
    .execute();
  log = '';
  secrets = new Set([email, 'canary', password, totpSecret, '203.0.113.77', 'Name Canary']);
  mailOutcome = 'sent';
  cookies.clear();
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  const logger = { ...(loggerOptions({ logLevel: 'trace' }) as object), stream };
  app = await createApp({ config: loadConfig({ DATA_DIR: dataDir }), store, clock, appDir: join(dataDir, 'no-build'), logger, sendMail });
  await app.ready();
});
afterEach(async () => {
  await app.close();
  await store.close();
  rmSync(dataDir, { recursive: true });
});

async function send(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object | string, headers: Record<string, string> = {}) {
  const options: InjectOptions = { method, url, remoteAddress: '203.0.113.77', cookies: Object.fromEntries(cookies) };
  const answer = await app.inject({
    ...options,
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers },
    ...(payload !== undefined && { payload }),
  });
  for (const { name, value } of answer.cookies) {
    cookies.set(name, value);
    // The mark of a session has no secret content.
    if (value !== '' && name !== sessionMark.name) secrets.add(value);
  }
  const body = answer.headers['content-type']?.toString().startsWith('application/json') ? answer.json<Record<string, unknown>>() : {};
  for (const name of ['token', 'csrfToken', 'setup', 'secret', 'uri']) if (typeof body[name] === 'string') secrets.add(body[name]);
  for (const code of (body['recoveryCodes'] as string[] | undefined) ?? []) secrets.add(code);
  return { status: answer.statusCode, body };
}

const ownRow = () =>
  sqlOf(store.reading).selectFrom('users').select(['id', 'totp_secret']).where('email', '=', email).executeTakeFirstOrThrow();

/** Signs the owner of the second factor in; returns their headers and one-time codes. */
async function owner() {
  const { token } = await app.deps.auth.sessions.open((await ownRow()).id);
  secrets.add(token);
  const code = (later: number, secret = totpSecret): string => {
    const digits = new TOTP({ secret }).generate({ timestamp: clock.now() + later });
    secrets.add(digits);
    return digits;
  };
  return { headers: { authorization: `Bearer ${token}` }, code };
}

/** Valid and invalid requests for signing in and out, by the path of the route. */
const visits: Record<string, () => Promise<void>> = {
  '/api/users/me': async () => {
    await send('GET', '/api/users/me?email=query-canary');
    await send('GET', '/api/users/me', undefined, { authorization: 'Bearer token-canary' });
  },
  '/api/users/login': async () => {
    const { csrfToken } = (await send('GET', '/api/users/me')).body;
    expect((await send('POST', '/api/users/login', { email, password, csrfToken })).body).toMatchObject({ mfaEnabled: true });
    expect((await send('POST', '/api/users/login', { email, password: 'wrong-canary', csrfToken: 'csrf-canary' })).status).toBe(403);
    expect((await send('POST', '/api/users/login', { email, 'field-canary': 1 })).status).toBe(400);
    expect((await send('POST', '/api/users/login', '{"email": "body-canary@camp.example", broken')).status).toBe(400);
    const origin = 'https://origin-canary.example';
    expect((await send('POST', '/api/users/login', { email, password, csrfToken: 'c' }, { origin })).status).toBe(403);
  },
  '/api/users/tfa': async () => {
    for (let guess = 0; guess < 7; guess += 1) await send('POST', '/api/users/tfa', { username: email, password, token: '000000' });
    const code = new TOTP({ secret: totpSecret }).generate({ timestamp: clock.now() });
    secrets.add(code);
    await send('POST', '/api/users/tfa', { username: email, password, token: code });
  },
  '/api/users/register': async () => {
    const body = { email: 'register-canary@camp.example', password: 'Register-Canary-1', eventcode: 'code-canary' };
    for (const value of Object.values(body)) secrets.add(value);
    expect((await send('POST', '/api/users/register', body)).status).toBeGreaterThanOrEqual(400);
  },
  '/api/users/refresh': async () => {
    const { token } = await app.deps.auth.sessions.open(1);
    const { cookie } = await app.deps.auth.sessions.open(1);
    secrets.add(token).add(cookie);
    cookies.set('refresh', cookie);
    expect((await send('GET', '/api/users/refresh')).status).toBe(200);
    cookies.set('refresh', 'cookie-canary');
    expect((await send('GET', '/api/users/refresh')).status).toBe(401);
    expect((await send('GET', '/api/users/me', undefined, { authorization: `Bearer ${token}` })).status).toBe(200);
  },
  '/api/users/sessions': async () => {
    const { token } = await app.deps.auth.sessions.open(1, { userAgent: 'agent-canary/1.0 (Android 16) Firefox/142.0' });
    secrets.add(token);
    const headers = { authorization: `Bearer ${token}`, 'user-agent': 'agent-canary/1.0' };
    expect((await send('GET', '/api/users/sessions', undefined, headers)).status).toBe(200);
    expect((await send('DELETE', '/api/users/sessions', undefined, headers)).status).toBe(200);
  },
  '/api/users/sessions/:id': async () => {
    const [here, other] = [await app.deps.auth.sessions.open(1), await app.deps.auth.sessions.open(1)];
    secrets.add(here.token).add(other.token).add(other.sessionId);
    const path = `/api/users/sessions/${other.sessionId}`;
    expect((await send('DELETE', path, undefined, { authorization: `Bearer ${here.token}` })).status).toBe(200);
  },
  '/api/users/me/tfa/setup': async () => {
    const { headers } = await owner();
    expect((await send('POST', '/api/users/me/tfa/setup', { password: 'wrong-canary' }, headers)).status).toBe(403);
    expect((await send('POST', '/api/users/me/tfa/setup', { password }, headers)).status).toBe(409);
  },
  '/api/users/me/tfa/off': async () => {
    const { headers, code } = await owner();
    expect((await send('POST', '/api/users/me/tfa/off', { password, code: 'recovery-canary' }, headers)).status).toBe(401);
    expect((await send('POST', '/api/users/me/tfa/off', { password, code: code(30_000) }, headers)).status).toBe(200);
  },
  '/api/users/me/tfa': async () => {
    const { headers, code } = await owner();
    const { setup, secret } = (await send('POST', '/api/users/me/tfa/setup', { password }, headers)).body;
    expect((await send('POST', '/api/users/me/tfa', { setup, code: '000000' }, headers)).status).toBe(401);
    expect((await send('POST', '/api/users/me/tfa', { setup, code: code(0, String(secret)) }, headers)).status).toBe(200);
  },
  '/api/users/me/tfa/recovery-codes': async () => {
    const { headers, code } = await owner();
    const { id, totp_secret: kept } = await ownRow();
    const secret = unwrap(loadSecret(dataDir), id, kept!);
    const renewed = await send('POST', '/api/users/me/tfa/recovery-codes', { password, code: code(30_000, secret) }, headers);
    expect(renewed.status).toBe(200);
  },
  '/api/users/verify-email': async () => {
    expect((await send('POST', '/api/users/verify-email', { token: 'verify-canary' })).status).toBe(410);
  },
  '/api/users/revert-address': async () => {
    expect((await send('POST', '/api/users/revert-address', { token: 'revert-canary' })).status).toBe(410);
  },
  '/api/users/resend-verification': async () => {
    const { token } = await app.deps.auth.sessions.open(1);
    secrets.add(token);
    expect((await send('POST', '/api/users/resend-verification', {}, { authorization: `Bearer ${token}` })).status).toBe(200);
    await mailed();
  },
  '/api/users/forgot-password': async () => {
    expect((await send('POST', '/api/users/forgot-password', { email })).status).toBe(200);
    expect((await send('POST', '/api/users/forgot-password', { email: 'forgot-canary@camp.example' })).status).toBe(200);
    mailOutcome = 'refused';
    await mailed();
    mailOutcome = 'later';
    expect((await send('POST', '/api/users/forgot-password', { email })).status).toBe(200);
    await mailed();
  },
  '/api/users/reset-password': async () => {
    const body = { token: 'reset-canary', newPassword: 'Reset-Canary-1' };
    for (const value of Object.values(body)) secrets.add(value);
    expect((await send('POST', '/api/users/reset-password', body)).status).toBe(410);
  },
  '/api/users/logout': async () => {
    const { token, cookie } = await app.deps.auth.sessions.open(1);
    secrets.add(token).add(cookie);
    cookies.set('refresh', cookie);
    expect((await send('POST', '/api/users/logout', {}, { authorization: `Bearer ${token}` })).status).toBe(200);
  },
};

/** Returns whether a secret is in the log. The digits of a code may be part of a longer number, such as a time. */
const isTold = (secret: string): boolean =>
  /^\d{6}$/.test(secret) ? new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(log) : log.includes(secret);

function expectNothingTold() {
  expect(log).toContain('"route":"/api/users/login"');
  for (const secret of secrets) expect(isTold(secret), `${secret} in the log`).toBe(false);
}

test('the visits cover every route for signing in or out and for the second factor', () => {
  const routes = app.routeTable().filter(({ method, url }) => method !== 'HEAD' && /^\/api\/users\/(?!:id\/|me\/(?!tfa))/.test(url));
  expect(new Set(Object.keys(visits))).toEqual(new Set(routes.map(({ url }) => url)));
});

test('the log contains no address, password, code, token, cookie or network address', async () => {
  for (const visit of Object.values(visits)) await visit();
  await send('GET', '/reset/path-canary?code=query-canary');
  await send('POST', '/api/path-canary', { email });
  await app.deps.securityLog.flush();
  for (const event of ['signed_out', 'proof_failed', 'locked_out', 'token_refused', 'session_revoked'])
    expect(log).toContain(`"kind":"security","event":"${event}"`);
  expectNothingTold();
});

test('the log contains no secrets when the database fails', async () => {
  await sqlOf(store.reading).schema.dropTable('sessions').execute();
  await sqlOf(store.reading).schema.alterTable('users').renameTo('gone').execute();
  const { csrfToken } = (await send('GET', '/api/users/me')).body;
  expect((await send('POST', '/api/users/login', { email, password, csrfToken })).status).toBe(500);
  cookies.set('refresh', `00000000-0000-4000-8000-000000000000.${'canary'.padEnd(43, 'x')}`);
  secrets.add('canaryx');
  expect((await send('GET', '/api/users/refresh')).status).toBe(500);
  expect(log).toContain('request failed');
  expectNothingTold();
});
