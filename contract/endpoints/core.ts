import * as z from 'zod/mini';
import { canonicalEmail, emailAddress, eventId, line, text, uuid } from '../fields.ts';
import { languages } from '../languages.ts';
import { limits } from '../limits.ts';
import type { Access } from '../roles.ts';

/** A call that is no command of a resource. `path` uses `:name` for parameters. */
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
/** A one-time code (RFC 6238) or a recovery code, as typed. */
export const secondFactorCode = z.string().check(z.maxLength(limits.codeLength));
/** An event code as typed; outer spaces do not count. */
export const eventCode = text(limits.codeLength);

/** `expiresIn` is in seconds. */
export const tokenAnswer = z.object({ success: z.literal(true), token: z.string(), userId: z.int(), expiresIn: z.int() });
export type TokenAnswer = z.infer<typeof tokenAnswer>;

export const secondFactorAnswer = z.object({ success: z.literal(false), mfaEnabled: z.literal(true) });

/** Without a bearer `GET /api/users/me` returns the token that the next login spends; with one it returns the signed-in user. */
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
 * Creates an account with an event code. The answer is the same if the address already has an account, so that it reveals nothing. `name`
 * is the name that others see.
 */
export const register = endpoint({
  method: 'POST',
  path: '/api/users/register',
  access: 'anyone',
  body: z.strictObject({ email: emailAddress, password, eventcode: eventCode, name: z.optional(line(limits.titleLength)) }),
  answer: z.object({ success: z.literal(true) }),
});

/** The token of a mailed link; `message` is a text in the language of the request. */
const linkToken = z.string().check(z.minLength(1), z.maxLength(100));
const done = z.object({ success: z.literal(true), message: z.string() });

/** Confirms an address; `already` is true if it was confirmed before. The token of the mail is enough, on any device. */
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/users/verify-email',
  access: 'anyone',
  body: z.strictObject({ token: linkToken }),
  answer: z.extend(done, { already: z.boolean() }),
});

/** Sends that mail again to the account of the bearer or the refresh cookie. The answer is always the same. */
export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/users/resend-verification',
  access: 'anyone',
  // The server passes null if there is no body.
  body: z.nullish(z.strictObject({})),
  answer: done,
});

/** Lets the changed address open the account: at once if it is confirmed, else when it is. */
export const useNewAddress = endpoint({
  method: 'POST',
  path: '/api/users/me/address',
  access: 'signed-in',
  body: z.strictObject({ password }),
  answer: z.object({ success: z.literal(true), counts: z.boolean() }),
});

/** Undoes a change of address by the link mailed to the old one. Ends every session, and mails a link to a new password. */
export const revertAddress = endpoint({
  method: 'POST',
  path: '/api/users/revert-address',
  access: 'anyone',
  body: z.strictObject({ token: linkToken }),
  answer: done,
});

/** Mails a link to a new password if the address has an account. The answer does not reveal it. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/users/forgot-password',
  access: 'anyone',
  body: z.strictObject({ email: emailAddress }),
  answer: done,
});

/** Sets a new password by the token of such a link, which is valid once. Ends every session of the account, and starts none. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/users/reset-password',
  access: 'anyone',
  body: z.strictObject({ token: linkToken, newPassword: password }),
  answer: done,
});

/** Ends every other session of the account. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/users/me/password',
  access: 'signed-in',
  body: z.strictObject({ oldPassword: password, newPassword: password }),
  answer: z.object({ success: z.literal(true) }),
});

/** Returns one JSON object: the rows of each table that name the caller, and their pictures as data URLs by link. */
export const ownData = endpoint({ method: 'GET', path: '/api/users/me/data', access: 'signed-in', answer: z.looseObject({}) });

/** Erases the account for good. Shared content is deleted, or stays without a name. */
export const eraseAccount = endpoint({
  method: 'POST',
  path: '/api/users/me/delete',
  access: 'signed-in',
  body: z.strictObject({ password, shared: z.enum(['delete', 'anonymise']) }),
  answer: z.object({ success: z.literal(true) }),
});

/** Returns whether the account of the bearer was erased. Expired tokens are accepted, since no other proof is left. */
export const isErased = endpoint({
  method: 'GET',
  path: '/api/users/me/deleted',
  access: 'anyone',
  answer: z.object({ deleted: z.boolean() }),
});

/**
 * Settings of the operator, null if not set. `contact` is text, an address or a URL; `betaLabel` is shown next to the logo, empty for none.
 * `sendsMail`: mail is delivered. `adminsNeedFactor`: admins can act only with their second factor on.
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

/** The public key (base64url, RFC 8292) for the push subscription of a device. */
export const pushKey = endpoint({
  method: 'GET',
  path: '/api/notification/key',
  access: 'signed-in',
  answer: z.object({ publicKey: z.string() }),
});

/** `subscription` is the browser's push subscription as JSON text; `language` is the language of this device. */
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

/** Deletes the subscription of this device, named by its endpoint. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/notification/unsubscribe',
  access: 'signed-in',
  body: z.strictObject({ endpoint: text(2_000) }),
  answer: z.object({ success: z.literal(true) }),
});

/** `row: null` is a tombstone. `key` is present only for the reader's own commands. */
export const feedChange = z.object({
  resource: z.string(),
  id: z.union([z.int(), z.string()]),
  version: z.int(),
  row: z.nullable(z.looseObject({ id: z.union([z.int(), z.string()]), version: z.int() })),
  key: z.optional(z.string()),
});
export type FeedChange = z.infer<typeof feedChange>;

/**
 * The window of a scope in a big event (decision 117). `epoch` and `number` are those of the rows. `floors` has the lowest order of lists
 * that are complete from there, 0 for whole ones. `counts` has the lengths of lists at the time `at` (ms since the epoch).
 */
export const windowState = z.object({
  scope: z.string(),
  epoch: z.string(),
  number: z.int(),
  floors: z.record(z.string(), z.int()),
  counts: z.record(z.string(), z.int()),
  at: z.int(),
});
export type WindowState = z.infer<typeof windowState>;

/**
 * `reset`: delete the mirror before applying the changes. `more`: pull again at once. `keep`, if the scopes of the reader changed: delete
 * the rows outside these scopes before applying the changes, which are a load until `more` is false. In a big event `with` has the rows
 * of a load and those that changes name: they are stored first and in any case, while a device stores a change only in its window.
 */
export const feedPage = z.object({
  cursor: z.string(),
  reset: z.boolean(),
  more: z.boolean(),
  keep: z.optional(z.array(z.string())),
  with: z.optional(z.array(feedChange)),
  windows: z.optional(z.array(windowState)),
  changes: z.array(feedChange),
});
export type FeedPage = z.infer<typeof feedPage>;

/** Many rows of one resource by column: an array of `count` values, or one value that all rows share. */
export interface FeedTable {
  readonly resource: string;
  readonly count: number;
  readonly columns: Readonly<Record<string, readonly unknown[] | { readonly all: unknown }>>;
}

const isColumn = (value: unknown): boolean => Array.isArray(value) || (typeof value === 'object' && value !== null && 'all' in value);

const tables = z.optional(
  z.array(
    z.object({
      resource: z.string(),
      count: z.int().check(z.minimum(0)),
      columns: z.record(z.string(), z.custom<FeedTable['columns'][string]>(isColumn)),
    }),
  ),
);

/**
 * A page as a line for a client that accepts `columns`: `withTables` has rows of `with`. The values are not checked one by one, because a
 * load has many.
 */
export const feedLine = z.extend(feedPage, { tables, withTables: tables });

/** The media types of lines; an older server ignores the parameter and sends all rows one by one. */
export const feedLines = 'application/x-ndjson';
export const feedLinesByColumn = `${feedLines};columns=1`;
/** The media type of an app that accepts windows of big events. */
export const feedLinesByWindow = `${feedLinesByColumn};windows=1`;

/**
 * With `Accept: application/x-ndjson` all pages come in one answer, one per line, so that a first load costs one round trip. A client that
 * supports `keep` sends `piecewise`; any other loads anew when its scopes change.
 */
export const sync = endpoint({
  method: 'GET',
  path: '/api/sync',
  access: 'signed-in',
  query: z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(limits.cursorLength))), piecewise: z.optional(z.literal('1')) }),
  answer: feedPage,
});

/** The media type of the stream for an app that accepts windows of big events: it is not poked when people join. */
export const eventsByWindow = 'text/event-stream;windows=1';

/** A server-sent stream (WHATWG HTML) of empty `poke` events: the client should pull. */
export const syncEvents = endpoint({ method: 'GET', path: '/api/sync/events', access: 'signed-in', answer: z.string() });

/**
 * One ordinary REST call of a batch. `ifMatch` is the version that the change is based on. `madeIn` is the event of a removal: a caller who
 * may no longer remove such a row there gets `forbidden` instead of `not_found` (decision 51).
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

/** `body` is the row (2xx), empty (204) or an error body; `retryAfter` is in seconds. */
export const batchAnswer = z.object({
  key: uuid,
  status: z.int(),
  body: z.optional(z.unknown()),
  retryAfter: z.optional(z.int()),
});
export type BatchAnswer = z.infer<typeof batchAnswer>;

/** Answers are in the order of the calls. A lane stops at its first failure: its later calls get 424 and no receipt. */
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
 * Sends a piece of a picture: bytes (`application/octet-stream`) that begin at `offset`. Returns the number of stored bytes, which is the
 * next offset; a piece at another offset changes nothing. The command of the picture names it as `uploadedPicture`.
 */
export const sendPiece = endpoint({ method: 'POST', path: upload, access: 'signed-in', answer: received });

/** Returns the number of stored bytes of an upload. */
export const uploadProgress = endpoint({ method: 'GET', path: upload, access: 'signed-in', answer: received });
