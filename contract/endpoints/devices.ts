import * as z from 'zod/mini';
import { endpoint } from './core.ts';
import { instant } from '../fields.ts';

/** Calls of the list of devices: a file of their own, since only one screen loads them. */

/**
 * A session of the caller. Browser and system are named, null if unknown. `lastSeenAt` may lag by the life of an access token; `current` is
 * the session of the request.
 */
export const device = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  createdAt: instant,
  lastSeenAt: instant,
  current: z.boolean(),
});
export type Device = z.infer<typeof device>;

/** Returns the sessions of the caller: this one first, then the last seen. */
export const listDevices = endpoint({ method: 'GET', path: '/api/users/sessions', access: 'signed-in', answer: z.array(device) });

const done = z.object({ success: z.literal(true) });

/** Ends one of the caller's sessions; 404 for an ended session or one of another account. */
export const signOutDevice = endpoint({ method: 'DELETE', path: '/api/users/sessions/:id', access: 'signed-in', answer: done });

export const signOutOthers = endpoint({ method: 'DELETE', path: '/api/users/sessions', access: 'signed-in', answer: done });
