/** Error codes of the server with their HTTP status. `public/locales/{lng}/errors.json` has the text of a code under the same key. */
export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  wrong_second_factor: 401,
  /** Not 401: the session is valid. */
  wrong_password: 403,
  second_factor_on: 409,
  second_factor_off: 409,
  /** The server requires a second factor of admins: for actions of an admin, and against turning it off. */
  second_factor_required: 403,
  second_factor_kept: 403,
  /** Its secret was encrypted with another secret of the server, so no code can be checked. */
  second_factor_unreadable: 409,
  /** A sensitive call without a recent proof of the password. */
  proof_required: 403,
  /** The setup of the second factor expired, or a later one replaced it. */
  setup_over: 410,
  weak_password: 400,
  common_password: 400,
  code_unknown: 404,
  code_spent: 410,
  /** Not 409, like `id_taken`: another code of the event has the same text. */
  code_taken: 422,
  /** The code records who joined with it. */
  code_used: 422,
  event_over: 410,
  /** Removed by an organiser, who may let them back in. */
  removed_from_event: 403,
  /** 401 as in the specification; the session stays valid. */
  switch_code_missing: 401,
  switch_code_wrong: 401,
  switch_code_spent: 401,
  /** Others depend on content of the member who leaves. */
  still_theirs: 409,
  /** Every event has it. */
  module_required: 422,
  menu_entry_required: 422,
  /** The link of a mail or of an admin: used, expired, or replaced by a later one. */
  link_over: 410,
  /** One admin must remain: globally, and in an event for its own admins. */
  last_admin: 409,
  last_event_admin: 409,
  /** The call is refused for the caller's own account. */
  not_oneself: 409,
  name_mismatch: 422,
  /** For the title of an event. Not 409, which asks for a retry of the same call. */
  title_taken: 422,
  email_unusable: 422,
  forged_request: 403,
  /** Reported by the server only: the app is never opened under this host name. */
  unknown_host: 421,
  forbidden: 403,
  not_found: 404,
  post_gone: 404,
  method_not_allowed: 405,
  in_progress: 409,
  /** Created on the device: the command was pending longer than the server keeps receipts. */
  expired: 410,
  /** Created on the device: a part of the command is missing. */
  broken: 422,
  version_conflict: 412,
  too_large: 413,
  picture_too_large: 413,
  not_a_picture: 415,
  picture_quota: 422,
  /** The quota of one person in one event within an hour: the device waits and retries. */
  hourly_quota: 429,
  event_quota: 422,
  /** The quota of one person in one event within a day. */
  too_many_reports: 422,
  too_many_hidden: 422,
  /** The limit of blocks of contact links in one event. */
  too_many_blocks: 422,
  /** The limit of own questions in one event. */
  too_many_questions: 422,
  /** The limit of people mentioned in one post. */
  too_many_mentions: 422,
  /** As many people come as the meetup has places. */
  meetup_full: 422,
  /** Pieces of a picture are missing on the server: the device sends them again. */
  upload_missing: 409,
  unsupported_media_type: 415,
  /** Not 409, which asks for a retry of the same call. */
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

/** An invalid field of a call. */
export interface Issue {
  path: string;
  message: string;
}

/** A refusal with its code: thrown by rules and services, converted to an answer by the HTTP layer. */
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
