import * as z from 'zod/mini';

/**
 * Every error the server answers with: its stable code and the HTTP status it travels with.
 * The sentence for a code is in `public/locales/{lng}/errors.json` under the same key.
 */
export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  wrong_second_factor: 401,
  /** Not 401: the session is in order. */
  wrong_password: 403,
  second_factor_on: 409,
  second_factor_off: 409,
  /** The installation requires it of admins: for what an admin alone may do, and for turning it off. */
  second_factor_required: 403,
  second_factor_kept: 403,
  /** Its secret was wrapped with another secret of the server: no code can be checked. */
  second_factor_unreadable: 409,
  /** A grave call of a session that has not proved the password lately. */
  proof_required: 403,
  /** Turning the second factor on was begun too long ago, or again since. */
  setup_over: 410,
  weak_password: 400,
  common_password: 400,
  code_unknown: 404,
  code_spent: 410,
  /** Not 409, as with `id_taken`: another code of the event reads the same. */
  code_taken: 422,
  /** It is the record of who came in by it. */
  code_used: 422,
  event_over: 410,
  /** By an organiser, who may let them back in. */
  removed_from_event: 403,
  /** 401 as the specification has it: for switching it means the code, and the session is in order. */
  switch_code_missing: 401,
  switch_code_wrong: 401,
  switch_code_spent: 401,
  /** Who leaves an event has something there that others count on. */
  still_theirs: 409,
  /** Every event has it. */
  module_required: 422,
  menu_entry_required: 422,
  /** Of a mail, or handed over: used, too old, or a later one counts. */
  link_over: 410,
  /** Somebody has to be left who may give out roles: in all, and in an event for its own admins. */
  last_admin: 409,
  last_event_admin: 409,
  /** What is done to others is not done to oneself by the same way. */
  not_oneself: 409,
  /** The name that confirms a deletion is not typed as it is. */
  name_mismatch: 422,
  /** Of an event. Not 409: that one says to come again with the same call. */
  title_taken: 422,
  email_unusable: 422,
  forged_request: 403,
  /** An answer of the server alone: nobody who is signed in came by this name. */
  unknown_host: 421,
  forbidden: 403,
  not_found: 404,
  post_gone: 404,
  method_not_allowed: 405,
  in_progress: 409,
  /** Said by the device itself: waited longer than the server remembers answers. */
  expired: 410,
  /** Said by the device itself: a part of the command is missing. */
  broken: 422,
  version_conflict: 412,
  too_large: 413,
  picture_too_large: 413,
  not_a_picture: 415,
  picture_quota: 422,
  /** The quota of one person in one event within an hour: a device waits and sends it then. */
  hourly_quota: 429,
  /** The quota of one person in one event, in all. */
  event_quota: 422,
  /** Of one person in one event within a day. */
  too_many_reports: 422,
  too_many_hidden: 422,
  /** The most contact links in one event. */
  too_many_blocks: 422,
  /** The pieces of a picture are not all here: they are sent again by themselves. */
  upload_missing: 409,
  unsupported_media_type: 415,
  /** Not 409: that one says to come again with the same call. */
  id_taken: 422,
  key_reused: 422,
  lane_stopped: 424,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** `issues` names the fields that were wrong; `current` is the row as the server has it (412 only). */
export const errorBody = z.object({
  error: z.enum(errorCodes),
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  current: z.optional(z.unknown()),
});

export type ErrorBody = z.infer<typeof errorBody>;

export type Issue = NonNullable<ErrorBody['issues']>[number];

/** A refusal that carries its code; thrown by rules and services, turned into an answer at the edge. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: { issues?: Issue[]; current?: unknown; retryAfter?: number };

  /** `retryAfter` is in seconds (RFC 9110, section 10.2.3). */
  constructor(code: ErrorCode, details: { issues?: Issue[]; current?: unknown; retryAfter?: number } = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}
