import * as z from 'zod/mini';
import { deleteEvent } from './admin-events.ts';
import { eraseUser, makeResetLink, setEventRole, setMemberRole, setRole } from './admin-users.ts';
import { endpoint, password, type Endpoint } from './core.ts';

/**
 * The calls of admins that a session alone does not open for long: they delete for good, make admins, or open another account. After
 * `times.proofLife` the server answers `proof_required` until the session has proved the password again. All need the network: a command that waits
 * on a device cannot ask.
 */
export const graveCalls: readonly Pick<Endpoint, 'method' | 'path' | 'access'>[] = [
  deleteEvent,
  eraseUser,
  setRole,
  setEventRole,
  setMemberRole,
  makeResetLink,
];

/** Proves the password again, for this session. */
export const provePassword = endpoint({
  method: 'POST',
  path: '/api/users/me/proof',
  access: 'signed-in',
  body: z.strictObject({ password }),
  answer: z.object({ success: z.literal(true) }),
});
