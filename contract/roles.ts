/** `role` is global; an event role belongs to one event. */
export type Role = 'user' | 'admin';
export type EventRole = 'participant' | 'admin';

/** Who asks: `eventRoles` has one entry for each event that the person is a member of. */
export interface Actor {
  readonly userId: number;
  readonly role: Role;
  readonly eventRoles: Readonly<Record<number, EventRole>>;
  /** The installation requires a second factor of its admins, and theirs is off. */
  readonly lacksFactor?: boolean;
}

/**
 * Who may call: the default of anything that names none is `nobody`. `author` is also whoever runs the event, who may take away what others
 * wrote; nobody puts words or pictures under another name: `only-author`.
 */
export type Access = 'nobody' | 'anyone' | 'signed-in' | 'member' | 'author' | 'only-author' | 'event-admin' | 'global-admin';

/** What the call is about: the event it belongs to and who wrote the row, where that matters. */
export interface Subject {
  readonly eventId?: number | undefined;
  readonly authorId?: number | undefined;
}

/** The event role that counts: global admins may do what event admins may. */
export function eventRoleIn(actor: Actor, eventId: number | undefined): EventRole | null {
  if (actor.role === 'admin') return 'admin';
  return eventId === undefined ? null : (actor.eventRoles[eventId] ?? null);
}

/** The one place that decides. The client asks it to hide what would be refused; the server asks it to refuse. */
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

/** Returns whether a person is an admin of everything or of an event. */
export const isAdminAnywhere = ({ role, eventRoles }: Actor): boolean => role === 'admin' || Object.values(eventRoles).includes('admin');

/** Returns whether `may` says yes to them only as an admin. */
function isByOffice({ userId }: Actor, access: Access, { authorId }: Subject): boolean {
  return access === 'event-admin' || access === 'global-admin' || (access === 'author' && authorId !== userId);
}

/** Returns the reason why the server refuses a call, or null. An admin who lacks the second factor may do what a participant may. */
export function whyNot(actor: Actor | null, access: Access, subject: Subject = {}): 'forbidden' | 'second_factor_required' | null {
  if (!may(actor, access, subject)) return 'forbidden';
  return actor?.lacksFactor && isByOffice(actor, access, subject) ? 'second_factor_required' : null;
}
