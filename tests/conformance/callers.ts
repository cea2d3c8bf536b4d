import type { CallOptions } from '../fixtures/world.ts';

/**
 * The relations of a caller to a row of the home event: nobody, an ended session, an account without an event, a participant, the author of
 * the row, a member of another event, an admin of the event, an admin of another event, a global admin.
 */
export const callers = ['anonymous', 'ended', 'outsider', 'participant', 'author', 'stranger', 'orga', 'otherOrga', 'admin'] as const;
export type CallerName = (typeof callers)[number];

/** The status for each caller, in that order; 0 if it is tested elsewhere. */
export type Statuses = readonly [number, number, number, number, number, number, number, number, number];

export interface Row {
  readonly statuses: Statuses;
  /** The path to call, if it differs from the route. */
  readonly url?: string | (() => Promise<string>);
  readonly options?: CallOptions;
  /** True if the call changes the roles of the callers, so that later callers would get other statuses. */
  readonly changesCallers?: true;
}

export const everybody = (status: number): Statuses => [status, status, status, status, status, status, status, status, status];
export const signedIn = (status: number): Statuses => [401, 401, status, status, status, status, status, status, status];

/** For the event in which each caller is active; an account without an event is active in none. */
export const ofOwnEvent: Statuses = [401, 401, 404, 200, 200, 200, 200, 200, 200];

export const membersOfHome: Statuses = [401, 401, 403, 200, 200, 403, 200, 403, 200];
/** For a person's own row about a row of the home event; callers outside the event get 404. */
export const ownedAtHome: Statuses = [401, 401, 404, 200, 200, 404, 200, 404, 200];
export const membersOfAway: Statuses = [401, 401, 404, 404, 404, 200, 404, 200, 200];

export const createdAtHome: Statuses = [401, 401, 403, 201, 201, 403, 201, 403, 201];
/** For a row of the home event by the person called author; callers outside the event get 404. */
export const removedByAuthor: Statuses = [401, 401, 404, 403, 204, 404, 204, 404, 204];
/** The same for calls that the event admins may not make either. */
export const changedByAuthor: Statuses = [401, 401, 404, 403, 200, 404, 403, 404, 403];

/** `admins`: for a row that every member sees; `onlyAdmins`: for a row that only event admins see. */
export const admins = (status: number): Statuses => [401, 401, 404, 403, 403, 404, status, 404, status];
export const onlyAdmins = (status: number): Statuses => [401, 401, 404, 404, 404, 404, status, 404, status];

export const globalAdmins = (status: number): Statuses => [401, 401, 403, 403, 403, 403, 403, 403, status];

/** Rows of a read for members: of the home event, of the other event, and of a missing one. */
export const readByMembers = (urlOf: (event: number) => string): Row[] => [
  { statuses: membersOfHome, url: urlOf(1) },
  { statuses: membersOfAway, url: urlOf(2) },
  { statuses: signedIn(404), url: urlOf(4711) },
];
