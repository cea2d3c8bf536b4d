import { expect, test } from 'vitest';
import { secretOf } from '../secret.ts';
import { createTokenReader, issueAccessToken } from './tokens.ts';

const secret = secretOf(Buffer.alloc(32, 1));
const read = createTokenReader(secret);
const now = 1_800_000_000_000;
const claims = { userId: 7, sessionId: 'b1a7e6f0-0000-4000-8000-000000000001', generation: 3, expiresAt: now + 60_000 };

test('a token contains person, session and expiry', async () => {
  expect(await read(await issueAccessToken(secret, claims), now)).toEqual(claims);
});

test('a token expires at its time', async () => {
  const token = await issueAccessToken(secret, claims);
  expect(await read(token, claims.expiresAt - 1_000)).not.toBeNull();
  expect(await read(token, claims.expiresAt)).toBeNull();
});

test('a cached token expires too, and keeps its claims while other tokens are read', async () => {
  const token = await issueAccessToken(secret, claims);
  for (let other = 0; other < 5_001; other += 1_000) {
    expect(await read(await issueAccessToken(secret, { ...claims, userId: other }), now)).toMatchObject({ userId: other });
    expect(await read(token, claims.expiresAt - 1_000)).toEqual(claims);
  }
  expect(await read(token, claims.expiresAt)).toBeNull();
  expect(await read(token, now)).toEqual(claims);
});

test('a token of another server, a changed token and one without a signature are invalid', async () => {
  const token = await issueAccessToken(secret, claims);
  const [head, , signature] = token.split('.');
  const payload = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = [
    await issueAccessToken(secretOf(Buffer.alloc(32, 2)), claims),
    `${head}.${payload({ sub: '1', sid: claims.sessionId, exp: now })}.${signature}`,
    `${payload({ alg: 'none' })}.${token.split('.')[1]}.`,
    'not.a.token',
    '',
  ];
  for (const one of forged) expect(await read(one, now)).toBeNull();
});
