import * as z from 'zod/mini';
import { canonicalEmail, emailAddress, eventId, line, text, uuid } from '../fields.ts';
import { languages } from '../languages.ts';
import { limits } from '../limits.ts';
import type { Access } from '../roles.ts';

/** A call that is no resource. `path` uses `:name` for parameters. */
export interface Endpoint<Body = unknown, Query = unknown, Answer = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  readonly body?: z.ZodMiniType<Body>;
  readonly query?: z.ZodMiniType<Query>;
  readonly answer: z.ZodMiniType<Answer>;
}

export function endpoint<Body, Query, Answer>(definition: Endpoint<Body, Query, Answer>): Endpoint<Body, Query, Answer> {
  return definition;
}

const email = text(limits.emailLength).check(z.overwrite(canonicalEmail), z.minLength(1));
export const password = z.string().check(z.minLength(1), z.maxLength(limits.passwordMaxLength));
/** A one-time code (RFC 6238) or a recovery code, as somebody types it. */
export const secondFactorCode = z.string().check(z.maxLength(limits.codeLength));
/** As somebody types it; spaces around it do not count. */
export const eventCode = text(limits.codeLength);

/** `expiresIn` is in seconds. */
export const tokenAnswer = z.object({ success: z.literal(true), token: z.string(), userId: z.int(), expiresIn: z.int() });
export type TokenAnswer = z.infer<typeof tokenAnswer>;

export const secondFactorAnswer = z.object({ success: z.literal(false), mfaEnabled: z.literal(true) });

/** Without a bearer `GET /api/users/me` hands out the token that the next login spends; with one it answers the current user. */
export const csrfAnswer = z.object({ csrfToken: z.string() });

export const login = endpoint({
  method: 'POST',
  path: '/api/users/login',
  access: 'anyone',
  body: z.strictObject({ email, password, csrfToken: z.string().check(z.maxLength(500)) }),
  answer: z.union([tokenAnswer, secondFactorAnswer]),
});

export const tfa = endpoint({
  method: 'POST',
  path: '/api/users/tfa',
  access: 'anyone',
  body: z.strictObject({ username: email, password, token: secondFactorCode }),
  answer: tokenAnswer,
});

export const refresh = endpoint({ method: 'GET', path: '/api/users/refresh', access: 'anyone', answer: tokenAnswer });

export const logout = endpoint({
  method: 'POST',
  path: '/api/users/logout',
  access: 'anyone',
  answer: z.object({ success: z.literal(true) }),
});

/**
 * Makes an account with a code that opens an event. An address that has an account already is answered the same: only who knows its
 * password gets any further. `name` is what others call the new person.
 */
export const register = endpoint({
  method: 'POST',
  path: '/api/users/register',
  access: 'anyone',
  body: z.strictObject({ email: emailAddress, password, eventcode: eventCode, name: z.optional(line(limits.titleLength)) }),
  answer: z.object({ success: z.literal(true) }),
});

/** What a link in a mail carries; `message` is for people, in the language of the request. */
const linkToken = z.string().check(z.minLength(1), z.maxLength(100));
const done = z.object({ success: z.literal(true), message: z.string() });

/** An address is whose it is said to be: `already` where that was known. The token of the mail is enough, on whatever device. */
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/users/verify-email',
  access: 'anyone',
  body: z.strictObject({ token: linkToken }),
  answer: z.extend(done, { already: z.boolean() }),
});

/** Has that mail sent once more to the person of the bearer or the refresh cookie. Answers everybody the same. */
export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/users/resend-verification',
  access: 'anyone',
  // Without a body the server has null.
  body: z.nullish(z.strictObject({})),
  answer: done,
});

/** Makes a changed address the one that opens the account: at once if it is confirmed, else as soon as it is. */
export const useNewAddress = endpoint({
  method: 'POST',
  path: '/api/users/me/address',
  access: 'signed-in',
  body: z.strictObject({ password }),
  answer: z.object({ success: z.literal(true), counts: z.boolean() }),
});

/** Undoes a change of address by the link in the mail to the old one. Ends every session, and has a link to a new password sent. */
export const revertAddress = endpoint({
  method: 'POST',
  path: '/api/users/revert-address',
  access: 'anyone',
  body: z.strictObject({ token: linkToken }),
  answer: done,
});

/** Has a link to a new password sent to an address, if it has an account, which the answer does not tell. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/users/forgot-password',
  access: 'anyone',
  body: z.strictObject({ email: emailAddress }),
  answer: done,
});

/** A new password by the token of such a link, once. Ends every session of the person, and opens none. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/users/reset-password',
  access: 'anyone',
  body: z.strictObject({ token: linkToken, newPassword: password }),
  answer: done,
});

/** Ends every other session of the person. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/users/me/password',
  access: 'signed-in',
  body: z.strictObject({ oldPassword: password, newPassword: password }),
  answer: z.object({ success: z.literal(true) }),
});

/** One JSON object: the rows of each table that name the caller, and their pictures as data URLs by their links. */
export const ownData = endpoint({ method: 'GET', path: '/api/users/me/data', access: 'signed-in', answer: z.looseObject({}) });

/** Leaves for good. What the person shared goes with them, or stays and names nobody. */
export const eraseAccount = endpoint({
  method: 'POST',
  path: '/api/users/me/delete',
  access: 'signed-in',
  body: z.strictObject({ password, shared: z.enum(['delete', 'anonymise']) }),
  answer: z.object({ success: z.literal(true) }),
});

/** Whether the person of the bearer has left for good. Any token that was theirs may ask, also one that is over: nothing else is left of them. */
export const isErased = endpoint({
  method: 'GET',
  path: '/api/users/me/deleted',
  access: 'anyone',
  answer: z.object({ deleted: z.boolean() }),
});

/**
 * What the operator says about this server: who is responsible for the data (a name), how to reach them (words, an address or a URL), where the
 * developers take donations, and what stands beside the logo (empty for nothing); null where nothing is said.
 * `sendsMail` is whether people get the mails that it writes, `adminsNeedFactor` whether admins may act only with their second factor on.
 */
export const siteSettings = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'anyone',
  answer: z.object({
    controller: z.nullable(z.string()),
    contact: z.nullable(z.string()),
    donationUrl: z.nullable(z.string()),
    betaLabel: z.nullable(z.string()),
    sendsMail: z.optional(z.boolean()),
    adminsNeedFactor: z.optional(z.boolean()),
  }),
});

/** The public key (base64url, RFC 8292) that a device subscribes with. */
export const pushKey = endpoint({
  method: 'GET',
  path: '/api/notification/key',
  access: 'signed-in',
  answer: z.object({ publicKey: z.string() }),
});

/** `subscription` is the browser's push subscription as JSON text; `language` is the one that this device reads. */
export const subscribe = endpoint({
  method: 'POST',
  path: '/api/notification',
  access: 'signed-in',
  body: z.strictObject({
    subscription: z.string().check(z.minLength(1), z.maxLength(4_000)),
    language: z.optional(z.enum(languages)),
  }),
  answer: z.object({ success: z.literal(true) }),
});

/** Forgets this device's subscription, named by its endpoint. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/notification/unsubscribe',
  access: 'signed-in',
  body: z.strictObject({ endpoint: text(2_000) }),
  answer: z.object({ success: z.literal(true) }),
});

/** `row: null` is a tombstone. `key` is there for the reader's own commands only. */
export const feedChange = z.object({
  resource: z.string(),
  id: z.union([z.int(), z.string()]),
  version: z.int(),
  row: z.nullable(z.looseObject({ id: z.union([z.int(), z.string()]), version: z.int() })),
  key: z.optional(z.string()),
});
export type FeedChange = z.infer<typeof feedChange>;

/**
 * `reset` says: forget the mirror before you apply these changes. `more` says: ask again at once. `keep` is there where the reader's scopes
 * are others than before: forget what is in none of these, before you apply the changes; what they bring is a load until `more` is false.
 */
export const feedPage = z.object({
  cursor: z.string(),
  reset: z.boolean(),
  more: z.boolean(),
  keep: z.optional(z.array(z.string())),
  changes: z.array(feedChange),
});
export type FeedPage = z.infer<typeof feedPage>;

/**
 * With `Accept: application/x-ndjson` all pages come in one answer, a line each, so that a first load costs one round trip. Who understands
 * `keep` says so by `piecewise`; all others load anew where their scopes change.
 */
export const sync = endpoint({
  method: 'GET',
  path: '/api/sync',
  access: 'signed-in',
  query: z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(limits.cursorLength))), piecewise: z.optional(z.literal('1')) }),
  answer: feedPage,
});

/** A server-sent stream (WHATWG HTML) of `poke` events without content: something changed, pull. */
export const syncEvents = endpoint({ method: 'GET', path: '/api/sync/events', access: 'signed-in', answer: z.string() });

/**
 * One ordinary REST call of a batch. `ifMatch` is the version that the change was made on, `madeIn` the event that a removal was made in: who may
 * not remove such a thing there any more is told so (`forbidden`), and not that it is not there (decision 51).
 */
export const batchCall = z.strictObject({
  key: uuid,
  lane: z.string().check(z.minLength(1), z.maxLength(200)),
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().check(z.maxLength(500)),
  body: z.optional(z.unknown()),
  ifMatch: z.optional(z.int()),
  madeIn: z.optional(eventId),
});
export type BatchCall = z.infer<typeof batchCall>;

/** `body` is the row (2xx), nothing (204) or an error body; `retryAfter` is in seconds. */
export const batchAnswer = z.object({
  key: uuid,
  status: z.int(),
  body: z.optional(z.unknown()),
  retryAfter: z.optional(z.int()),
});
export type BatchAnswer = z.infer<typeof batchAnswer>;

/** Answers come in the order of the calls. A lane stops at its first failure: the rest of it answers 424 and is not remembered. */
export const batch = endpoint({
  method: 'POST',
  path: '/api/batch',
  access: 'signed-in',
  body: z.strictObject({ calls: z.array(batchCall).check(z.minLength(1), z.maxLength(limits.batchCalls)) }),
  answer: z.object({ answers: z.array(batchAnswer) }),
});

const upload = '/api/uploads/:name';
const received = z.object({ received: z.int() });

/**
 * A piece of a picture: bytes (`application/octet-stream`) that begin at `offset`. Answers how many are there, which is where the next one
 * begins; one that begins elsewhere changes nothing. The command that brings the picture names it as `uploadedPicture`.
 */
export const sendPiece = endpoint({ method: 'POST', path: upload, access: 'signed-in', answer: received });

/** How many bytes of it are there. */
export const askReceived = endpoint({ method: 'GET', path: upload, access: 'signed-in', answer: received });
