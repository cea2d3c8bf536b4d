import { expect, test } from 'vitest';
import type { Call, Outcome } from '../wire/transport.ts';
import { register } from './sign-in.ts';

const answered = (status: number, body: unknown): Outcome => ({ kind: 'answer', status, body });
const refusal = (status: number, error: string): Outcome => answered(status, { error, message: '' });

/** Registers, and answers the sign-in that follows with `signedIn`. */
const registerAnd = (signedIn: Outcome) =>
  register(
    'nora@demo.example',
    'Demo-Nora-1',
    'DEMO',
    'Nora',
  )(async ({ path }: Call) => {
    if (path === '/api/users/me') return answered(200, { csrfToken: 'a'.repeat(32) });
    return path === '/api/users/register' ? answered(201, { success: true }) : signedIn;
  });

test.each([
  ['another password', refusal(401, 'wrong_credentials'), true],
  ['a second factor', answered(200, { success: false, mfaEnabled: true }), true],
  ['no network', { kind: 'no-network' } as const, false],
  ['a busy server', refusal(503, 'unavailable'), false],
])('a registration followed by %s reports whether the password was tried', async (_what, signedIn, tried) => {
  expect(await registerAnd(signedIn)).toEqual({ kind: 'registered', tried });
});
