import * as z from 'zod/mini';
import { endpoint, password, secondFactorCode } from './core.ts';
import { uuid } from '../fields.ts';

/** Calls of the own second factor: a file of their own, since only one screen loads them. */

const done = z.object({ success: z.literal(true) });

/** Returned once: the server stores only their hashes. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/**
 * Begins the setup: returns the secret (base32), also as a key URI (`otpauth:`) for an authenticator app. The factor is not on yet. The
 * setup ends after 15 minutes or when another one begins; `setup` is its id.
 */
export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/users/me/tfa/setup',
  access: 'signed-in',
  body: z.strictObject({ password }),
  answer: z.object({ setup: uuid, secret: z.string(), uri: z.string() }),
});
export type SecondFactorSetup = z.infer<typeof beginSecondFactor.answer>;

/** Turns it on with the first code of that secret. A retry after a lost answer returns new recovery codes, which replace those. */
export const turnOnSecondFactor = endpoint({
  method: 'POST',
  path: '/api/users/me/tfa',
  access: 'signed-in',
  body: z.strictObject({ setup: uuid, code: secondFactorCode }),
  answer: recoveryCodes,
});

/** Needs a one-time code or a recovery code. Succeeds if it is already off. */
export const turnOffSecondFactor = endpoint({
  method: 'POST',
  path: '/api/users/me/tfa/off',
  access: 'signed-in',
  body: z.strictObject({ password, code: secondFactorCode }),
  answer: done,
});

/** Replaces the recovery codes. Requires a one-time code: with a recovery code, a lost answer could lock the account. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/users/me/tfa/recovery-codes',
  access: 'signed-in',
  body: z.strictObject({ password, code: secondFactorCode }),
  answer: recoveryCodes,
});
