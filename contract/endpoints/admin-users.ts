import * as z from 'zod/mini';
import { pagination } from './audit.ts';
import { endpoint } from './core.ts';
import { eventId, instant, text, uuid } from '../fields.ts';
import { limits } from '../limits.ts';

/** What global admins may do about people, and event admins about the members of their event: calls that need the network. */

const role = z.enum(['user', 'admin']);
const eventRole = z.enum(['participant', 'admin']);

/** `eventRole` is the one in the event that they are active in, null for who is no member there. */
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

/** One of them with all events there are, and what they are in each; `sessions` counts the devices that they are signed in on. */
export const adminPerson = z.extend(adminUser, {
  sessions: z.int(),
  events: z.array(z.object({ id: z.int(), title: z.string(), role: z.nullable(eventRole) })),
});
export type AdminPerson = z.infer<typeof adminPerson>;

const done = z.object({ success: z.literal(true) });
const person = '/api/admin/users/:id';

/** By name; `search` is looked for in names and addresses. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'global-admin',
  answer: z.object({ users: z.array(adminUser), pagination }),
});
export type UserList = z.infer<typeof listUsers.answer>;

export const readUser = endpoint({ method: 'GET', path: person, access: 'global-admin', answer: adminPerson });

/** The role in everything. The last one who has it keeps it. */
export const setRole = endpoint({
  method: 'PUT',
  path: `${person}/role`,
  access: 'global-admin',
  body: z.strictObject({ role }),
  answer: done,
});

/** The role in one event; null takes somebody out of it. */
export const setEventRole = endpoint({
  method: 'PUT',
  path: `${person}/event-role`,
  access: 'global-admin',
  body: z.strictObject({ eventId, role: z.nullable(eventRole) }),
  answer: done,
});

/** Signs somebody else out on every device. */
export const endSessions = endpoint({
  method: 'POST',
  path: `${person}/end-sessions`,
  access: 'global-admin',
  body: z.nullish(z.strictObject({})),
  answer: z.extend(done, { ended: z.int() }),
});

/** A link to a new password, told this once; those before it work no more. */
export const makeResetLink = endpoint({
  method: 'POST',
  path: `${person}/reset-link`,
  access: 'global-admin',
  body: z.nullish(z.strictObject({})),
  answer: z.object({ url: z.string(), expiresAt: instant }),
});

/** `name` is what `nameToType` says, typed. Nobody erases themselves by this way. */
export const eraseUser = endpoint({
  method: 'POST',
  path: `${person}/erase`,
  access: 'global-admin',
  body: z.strictObject({ shared: z.enum(['delete', 'anonymise']), name: text(Math.max(limits.titleLength, limits.emailLength)) }),
  answer: done,
});

/** Characters that are blank or change only their neighbours: nobody types them. */
const untypable = /[\p{Default_Ignorable_Code_Point}\p{C}\u2800]/gu;
const typable = (text: string): string => text.normalize().replaceAll(untypable, '').replaceAll(/\s+/g, ' ').trim();

/** Returns the text to type to erase a person for good: their name, or their address if they have no name that can be typed. */
export const nameToType = ({ name, email }: { readonly name: string; readonly email: string }): string => typable(name) || email;

/** Whether that was typed, whatever the spaces around it and however its letters are put together. */
export const isTyped = (wanted: string, given: string): boolean => typable(wanted) === typable(given);

const member = '/api/event/:id/participant/:userId';

/** What a member of an event is there, for its admins. */
export const memberRole = endpoint({
  method: 'GET',
  path: `${member}/role`,
  access: 'event-admin',
  answer: z.object({ role: eventRole }),
});

/** Makes a member an admin of the event, or a participant again. Its last admin is left to global admins. */
export const setMemberRole = endpoint({
  method: 'PUT',
  path: `${member}/role`,
  access: 'event-admin',
  body: z.strictObject({ role: eventRole }),
  answer: done,
});

/** Takes a member out of the event, who cannot join it again until they are let back in; what they shared there stays. */
export const removeMember = endpoint({ method: 'DELETE', path: member, access: 'event-admin', answer: done });

/** The same, in one step with what often follows: new codes for the event, and the removal of everything that they shared there. */
export const banMember = endpoint({
  method: 'POST',
  path: `${member}/remove`,
  access: 'event-admin',
  body: z.strictObject({ newCodes: z.boolean(), content: z.boolean() }),
  answer: done,
});

/** How many rows of each resource somebody created in the event, of those that `removeContent` deletes. */
export const contentCount = endpoint({
  method: 'GET',
  path: `${member}/content`,
  access: 'event-admin',
  answer: z.object({ counts: z.record(z.string(), z.int()), total: z.int() }),
});

/** Deletes everything that somebody created in the event, with replies and pictures. Made again, it goes on where it was interrupted. */
export const removeContent = endpoint({ method: 'DELETE', path: `${member}/content`, access: 'event-admin', answer: done });

const removed = '/api/event/:id/removed';

/** Whom organisers removed, the latest first; `userId` is null and `name` empty after the account was erased. */
export const removedMembers = endpoint({
  method: 'GET',
  path: removed,
  access: 'event-admin',
  answer: z.object({ removed: z.array(z.object({ id: uuid, userId: z.nullable(z.int()), name: z.string(), removedAt: instant })) }),
});
export type RemovedMember = z.infer<typeof removedMembers.answer>['removed'][number];

/** They may join again, as everybody who knows a code. */
export const letBackIn = endpoint({ method: 'DELETE', path: `${removed}/:removalId`, access: 'event-admin', answer: done });
