import * as z from 'zod/mini';
import { pagination } from './audit.ts';
import { endpoint } from './core.ts';
import { eventId, instant, text, uuid } from '../fields.ts';
import { limits } from '../limits.ts';

/** Online calls of global admins about accounts, and of event admins about members. */

const role = z.enum(['user', 'admin']);
const eventRole = z.enum(['participant', 'admin']);

/** `eventRole` is the role in the active event, null for an account that is no member there. */
export const adminUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  image: z.nullable(z.string()),
  role,
  eventRole: z.nullable(eventRole),
  activeEvent: z.nullable(z.object({ id: z.int(), title: z.string() })),
});
export type AdminUser = z.infer<typeof adminUser>;

/** An account with all events and its role in each; `sessions` counts its signed-in devices. */
export const adminPerson = z.extend(adminUser, {
  sessions: z.int(),
  events: z.array(z.object({ id: z.int(), title: z.string(), role: z.nullable(eventRole) })),
});
export type AdminPerson = z.infer<typeof adminPerson>;

const done = z.object({ success: z.literal(true) });
const person = '/api/admin/users/:id';

/** Sorted by name; `search` matches names and addresses. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'global-admin',
  answer: z.object({ users: z.array(adminUser), pagination }),
});
export type UserList = z.infer<typeof listUsers.answer>;

export const readUser = endpoint({ method: 'GET', path: person, access: 'global-admin', answer: adminPerson });

/** Sets the global role. The last global admin keeps theirs. */
export const setRole = endpoint({
  method: 'PUT',
  path: `${person}/role`,
  access: 'global-admin',
  body: z.strictObject({ role }),
  answer: done,
});

/** Sets the role in one event; null ends the membership. */
export const setEventRole = endpoint({
  method: 'PUT',
  path: `${person}/event-role`,
  access: 'global-admin',
  body: z.strictObject({ eventId, role: z.nullable(eventRole) }),
  answer: done,
});

export const endSessions = endpoint({
  method: 'POST',
  path: `${person}/end-sessions`,
  access: 'global-admin',
  body: z.nullish(z.strictObject({})),
  answer: z.extend(done, { ended: z.int() }),
});

/** Creates a link to a new password, returned once. Earlier links become invalid. */
export const makeResetLink = endpoint({
  method: 'POST',
  path: `${person}/reset-link`,
  access: 'global-admin',
  body: z.nullish(z.strictObject({})),
  answer: z.object({ url: z.string(), expiresAt: instant }),
});

/** `name` is the text of `nameToType`, typed. Refused for the caller's own account. */
export const eraseUser = endpoint({
  method: 'POST',
  path: `${person}/erase`,
  access: 'global-admin',
  body: z.strictObject({ shared: z.enum(['delete', 'anonymise']), name: text(Math.max(limits.titleLength, limits.emailLength)) }),
  answer: done,
});

/** Blank characters, and those that only change their neighbours: they cannot be typed. */
const untypable = /[\p{Default_Ignorable_Code_Point}\p{C}\u2800]/gu;
const typable = (text: string): string => text.normalize().replaceAll(untypable, '').replaceAll(/\s+/g, ' ').trim();

/** Returns the text to type to erase an account for good: its name, or the address if the name cannot be typed. */
export const nameToType = ({ name, email }: { readonly name: string; readonly email: string }): string => typable(name) || email;

/** Returns whether the text was typed; outer spaces and Unicode composition do not count. */
export const isTyped = (expected: string, given: string): boolean => typable(expected) === typable(given);

const member = '/api/event/:id/participant/:userId';

export const memberRole = endpoint({
  method: 'GET',
  path: `${member}/role`,
  access: 'event-admin',
  answer: z.object({ role: eventRole }),
});

/** Makes a member an event admin or a participant again. The last event admin can only be changed by global admins. */
export const setMemberRole = endpoint({
  method: 'PUT',
  path: `${member}/role`,
  access: 'event-admin',
  body: z.strictObject({ role: eventRole }),
  answer: done,
});

/** Removes a member, who cannot join again until they are let back in. Their content stays. */
export const removeMember = endpoint({ method: 'DELETE', path: member, access: 'event-admin', answer: done });

/** Removes a member, and in the same step optionally replaces the event codes and deletes their content. */
export const banMember = endpoint({
  method: 'POST',
  path: `${member}/remove`,
  access: 'event-admin',
  body: z.strictObject({ newCodes: z.boolean(), content: z.boolean() }),
  answer: done,
});

/** Returns the number of rows that a person created in the event, by resource, of those that `removeContent` deletes. */
export const contentCount = endpoint({
  method: 'GET',
  path: `${member}/content`,
  access: 'event-admin',
  answer: z.object({ counts: z.record(z.string(), z.int()), total: z.int() }),
});

/** Deletes all content of a person in the event, with replies and pictures. A retry continues an interrupted deletion. */
export const removeContent = endpoint({ method: 'DELETE', path: `${member}/content`, access: 'event-admin', answer: done });

const removed = '/api/event/:id/removed';

/** Removed members, the latest first. `userId` is null and `name` empty after the account was erased. */
export const removedMembers = endpoint({
  method: 'GET',
  path: removed,
  access: 'event-admin',
  answer: z.object({ removed: z.array(z.object({ id: uuid, userId: z.nullable(z.int()), name: z.string(), removedAt: instant })) }),
});
export type RemovedMember = z.infer<typeof removedMembers.answer>['removed'][number];

export const readmitMember = endpoint({ method: 'DELETE', path: `${removed}/:removalId`, access: 'event-admin', answer: done });
