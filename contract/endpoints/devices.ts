import * as z from 'zod/mini';
import { endpoint } from './core.ts';
import { instant } from '../fields.ts';

/** The calls of the list of devices: beside the others, since the app needs them on one screen alone. */

/**
 * A session of the caller's: browser and system by name, null where they did not say who they are. `lastSeenAt` is as old as a token grows at most;
 * `current` is the session that asks.
 */
export const device = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  createdAt: instant,
  lastSeenAt: instant,
  current: z.boolean(),
});
export type Device = z.infer<typeof device>;

/** Where the caller is signed in: this session first, then those that were seen last. */
export const listDevices = endpoint({ method: 'GET', path: '/api/users/sessions', access: 'signed-in', answer: z.array(device) });

const done = z.object({ success: z.literal(true) });

/** Ends one of the caller's sessions; one that is over, or somebody else's, is not there. */
export const signOutDevice = endpoint({ method: 'DELETE', path: '/api/users/sessions/:id', access: 'signed-in', answer: done });

/** Ends every session of the caller's but this one. */
export const signOutOthers = endpoint({ method: 'DELETE', path: '/api/users/sessions', access: 'signed-in', answer: done });
