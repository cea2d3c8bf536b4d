import type { CallOptions } from '../fixtures/world.ts';

/**
 * Who may stand to a row of the home event: nobody, a session that was ended, an account in no event, a participant, the row's author,
 * a member of another event, an admin of the event, one of another event, an admin of all.
 */
export const callers = ['anonymous', 'ended', 'outsider', 'participant', 'author', 'stranger', 'orga', 'otherOrga', 'admin'] as const;
export type CallerName = (typeof callers)[number];

/** What each is answered, in that order; 0 where it is shown elsewhere. */
export type Statuses = readonly [number, number, number, number, number, number, number, number, number];

export interface Row {
  readonly statuses: Statuses;
  /** The path to call, where it is not the route itself. */
  readonly url?: string | (() => Promise<string>);
  readonly options?: CallOptions;
  /** It changes who its callers are: whoever came after it would be answered otherwise. */
  readonly changesCallers?: true;
}

export const everybody = (status: number): Statuses => [status, status, status, status, status, status, status, status, status];
export const signedIn = (status: number): Statuses => [401, 401, status, status, status, status, status, status, status];

/** About the event that each is active in; an account in no event is active in none. */
export const ofOwnEvent: Statuses = [401, 401, 404, 200, 200, 200, 200, 200, 200];

export const membersOfHome: Statuses = [401, 401, 403, 200, 200, 403, 200, 403, 200];
/** Hidden from those who are not in it. */
export const membersOfAway: Statuses = [401, 401, 404, 404, 404, 200, 404, 200, 200];

/** For something new in the home event. */
export const createdAtHome: Statuses = [401, 401, 403, 201, 201, 403, 201, 403, 201];
/** For a row of the home event by the person called author; to those who are not in its event it is not there. */
export const removedByAuthor: Statuses = [401, 401, 404, 403, 204, 404, 204, 404, 204];
/** The same, where those who run the event may not either. */
export const changedByAuthor: Statuses = [401, 401, 404, 403, 200, 404, 403, 404, 403];

/** On a row of the home event that everybody there sees, and on one that only its admins know of. */
export const admins = (status: number): Statuses => [401, 401, 404, 403, 403, 404, status, 404, status];
export const onlyAdmins = (status: number): Statuses => [401, 401, 404, 404, 404, 404, status, 404, status];

/** For what is the business of those alone who run everything. */
export const globalAdmins = (status: number): Statuses => [401, 401, 403, 403, 403, 403, 403, 403, status];

/** A read that its members may make: of the home event, of the other one, and of one that is not there. */
export const readByMembers = (urlOf: (event: number) => string): Row[] => [
  { statuses: membersOfHome, url: urlOf(1) },
  { statuses: membersOfAway, url: urlOf(2) },
  { statuses: signedIn(404), url: urlOf(4711) },
];
