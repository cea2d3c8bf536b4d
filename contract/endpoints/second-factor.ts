import * as z from 'zod/mini';
import { endpoint, password, secondFactorCode } from './core.ts';
import { uuid } from '../fields.ts';

/** The calls of one's own second factor: beside the others, since the app needs them on one screen alone. */

const done = z.object({ success: z.literal(true) });

/** Shown once: the server keeps no more than their hashes. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/**
 * Begins to turn it on: the secret (base32), and the same as a key URI (`otpauth:`) for an authenticator app. Nothing is on yet. It lasts for a
 * quarter of an hour and until it is begun again; `setup` names it.
 */
export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/users/me/tfa/setup',
  access: 'signed-in',
  body: z.strictObject({ password }),
  answer: z.object({ setup: uuid, secret: z.string(), uri: z.string() }),
});
export type SecondFactorSetup = z.infer<typeof beginSecondFactor.answer>;

/** Turns it on with the first code of that secret. Asked again because the answer got lost, it gives other recovery codes in place of those. */
export const turnOnSecondFactor = endpoint({
  method: 'POST',
  path: '/api/users/me/tfa',
  access: 'signed-in',
  body: z.strictObject({ setup: uuid, code: secondFactorCode }),
  answer: recoveryCodes,
});

/** With a one-time code or a recovery code. Where it is off already, that is what was asked for. */
export const turnOffSecondFactor = endpoint({
  method: 'POST',
  path: '/api/users/me/tfa/off',
  access: 'signed-in',
  body: z.strictObject({ password, code: secondFactorCode }),
  answer: done,
});

/** Other recovery codes in place of those that there were. Only with a one-time code: whoever has none left would lose all if the answer got lost. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/users/me/tfa/recovery-codes',
  access: 'signed-in',
  body: z.strictObject({ password, code: secondFactorCode }),
  answer: recoveryCodes,
});
