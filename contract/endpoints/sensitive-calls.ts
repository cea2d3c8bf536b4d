import * as z from 'zod/mini';
import { deleteEvent } from './admin-events.ts';
import { eraseUser, makeResetLink, setEventRole, setMemberRole, setRole } from './admin-users.ts';
import { endpoint, password, type Endpoint } from './core.ts';

/**
 * Calls of admins that need a recent proof of the password, because they delete for good, make admins, or open another account. The server
 * answers `proof_required` after `times.proofLife`. All are online calls: a pending command cannot ask for a password.
 */
export const sensitiveCalls: readonly Pick<Endpoint, 'method' | 'path' | 'access'>[] = [
  deleteEvent,
  eraseUser,
  setRole,
  setEventRole,
  setMemberRole,
  makeResetLink,
];

export const provePassword = endpoint({
  method: 'POST',
  path: '/api/users/me/proof',
  access: 'signed-in',
  body: z.strictObject({ password }),
  answer: z.object({ success: z.literal(true) }),
});
