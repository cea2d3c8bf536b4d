/** `role` is global; an event role belongs to one event. */
export type Role = 'user' | 'admin';
export type EventRole = 'participant' | 'admin';

/** The caller; `eventRoles` has one entry for each membership. */
export interface Actor {
  readonly userId: number;
  readonly role: Role;
  readonly eventRoles: Readonly<Record<number, EventRole>>;
  /** True if the server requires a second factor of its admins, and theirs is off. */
  readonly lacksFactor?: boolean;
}

/**
 * The access rule of a call; without one it is `nobody`. `author` includes event admins, who may remove content of others; `only-author`
 * prevents writing under another name.
 */
export type Access = 'nobody' | 'anyone' | 'signed-in' | 'member' | 'author' | 'only-author' | 'event-admin' | 'global-admin';

/** The subject of the call: its event, and the author of the row if it matters. */
export interface Subject {
  readonly eventId?: number | undefined;
  readonly authorId?: number | undefined;
}

/** Returns the effective event role: global admins have the rights of event admins. */
export function eventRoleIn(actor: Actor, eventId: number | undefined): EventRole | null {
  if (actor.role === 'admin') return 'admin';
  return eventId === undefined ? null : (actor.eventRoles[eventId] ?? null);
}

/** Decides every permission: the client hides what would be refused, and the server refuses it. */
export function may(actor: Actor | null, access: Access, subject: Subject = {}): boolean {
  if (access === 'nobody') return false;
  if (access === 'anyone') return true;
  if (actor === null) return false;
  const eventRole = eventRoleIn(actor, subject.eventId);
  switch (access) {
    case 'signed-in':
      return true;
    case 'member':
      return eventRole !== null;
    case 'author':
      return eventRole === 'admin' || (eventRole !== null && subject.authorId === actor.userId);
    case 'only-author':
      return eventRole !== null && subject.authorId === actor.userId;
    case 'event-admin':
      return eventRole === 'admin';
    case 'global-admin':
      return actor.role === 'admin';
  }
}

/** Returns whether a person is a global admin or an admin of any event. */
export const isAdminAnywhere = ({ role, eventRoles }: Actor): boolean => role === 'admin' || Object.values(eventRoles).includes('admin');

/** Returns whether `may` allows it only because of an admin role. */
function isAdminAccess({ userId }: Actor, access: Access, { authorId }: Subject): boolean {
  return access === 'event-admin' || access === 'global-admin' || (access === 'author' && authorId !== userId);
}

/**
 * Returns the reason why the server refuses a call, or null. An admin without the required second factor has the rights of a participant.
 */
export function accessRefusal(actor: Actor | null, access: Access, subject: Subject = {}): 'forbidden' | 'second_factor_required' | null {
  if (!may(actor, access, subject)) return 'forbidden';
  return actor?.lacksFactor && isAdminAccess(actor, access, subject) ? 'second_factor_required' : null;
}
