import type { Generated } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Role } from '#contract/roles.ts';

/** 1 is true: a boolean column would read back differently on each database. */
export type Flag = 0 | 1;

/** JSON as text, for the same reason. */
export type JsonText = string;

/* Accounts with their sessions, second factors, links and limits, and logs about them. */

export interface UsersTable {
  id: Generated<number>;
  email: string;
  name: string;
  image: string | null;
  role: Role;
  password_hash: string;
  totp_secret: string | null;
  totp_last_step: number | null;
  active_event_id: number | null;
  whatsapp: string | null;
  instagram: string | null;
  linkedin: string | null;
  email_verified: Flag;
  /** The language of mails to them; null until it is known. */
  language: Language | null;
  version: number;
  created_at: number;
  /** The address that opens the account while `email` does not yet; null if `email` opens it. */
  sign_in_email: Generated<string | null>;
  /** When `email` was changed; null if `email` opens the account. */
  address_changed_at: Generated<number | null>;
  /** True if the password was entered for `email`. */
  address_proved: Generated<Flag>;
}

/** An erased account. `scrubbed` is 1 when the deleted data can no longer be read from the file. */
export interface ErasuresTable {
  user_id: number;
  keeps_shared: Flag;
  erased_at: number;
  scrubbed: Flag;
}

/** An audited action. `subject` is a row, such as `codes:0192…`. */
export interface AuditLogTable {
  id: Generated<number>;
  at: number;
  kind: string;
  /** Both become null when the person leaves for good; `actor_id` is null for the operator at the server, too. */
  actor_id: number | null;
  person_id: number | null;
  /** May refer to a deleted event. */
  event_id: number | null;
  subject: string | null;
  details: JsonText;
}

export interface SessionsTable {
  id: string;
  user_id: number;
  /** Browser and system, such as "Firefox, Android". */
  device_name: Generated<string | null>;
  current_hash: string;
  /** Null when the device has proved that it stored the current secret. */
  previous_hash: string | null;
  /** When the current secret was last issued for its predecessor. */
  handed_out_at: number;
  /** True if the current secret, or a token issued with it, was used since then. */
  used: Generated<Flag>;
  /** How often the predecessor came back after such a use. */
  returns: Generated<number>;
  generation: number;
  created_at: number;
  /** When the session last proved the password; null if not since the sign-in. */
  proved_at: Generated<number | null>;
  expires_at: number;
  revoked_at: number | null;
}

/** A second factor that is being turned on, or was just turned on. Times are milliseconds since the epoch. */
export interface SecondFactorSetupsTable {
  user_id: number;
  id: string;
  secret: string;
  begun_at: number;
  confirmed_step: number | null;
}

/** Unused codes, as SHA-256. */
export interface RecoveryCodesTable {
  user_id: number;
  hash: string;
}

/** A link that was given to a person; the hash is SHA-256 of its token. */
export interface LinkTokensTable {
  hash: string;
  user_id: number;
  use: LinkUse;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  address: Generated<string | null>;
  way: Generated<LinkWay>;
}

/** How a link reaches its person. A handed-over one may also remove the second factor. */
export type LinkWay = 'mailed' | 'handed-over' | 'without-second-factor';

export type LinkUse = 'verify' | 'reset' | 'revert';

/** One row for each key that an attempt counts against. `key` and `account` are keyed hashes. */
export interface AttemptsTable {
  attempt: string;
  key: string;
  account: string | null;
  /** When it failed, or began. */
  at: number;
  under_way: Flag;
}

export interface AllowancesTable {
  key: string;
  full_at: number;
}

/** The SHA-256 of the cookie's content. */
export interface SpentPreSessionsTable {
  hash: string;
  expires_at: number;
}

/** Sign-ins, rejected sign-ins, and changes of credentials. */
export interface SecurityLogTable {
  id: string;
  at: number;
  kind: string;
  user_id: number | null;
  /** A hash of the network, keyed anew every day. */
  network: string | null;
  count: number;
}

/** Attempts to use an address that belongs to another account. */
export interface EmailHitsTable {
  user_id: number;
  at: number;
}

/** Mails that a user caused by changing their address. */
export interface AddressChangesTable {
  user_id: number;
  at: number;
}

/** A person whom an event admin removed from an event. `address_hash` is a keyed hash of their verified address. */
export interface RemovedMembersTable {
  id: string;
  event_id: number;
  /** Null after the account was erased. */
  user_id: number | null;
  address_hash: string | null;
  removed_at: number;
}

/** The rows that a user has created in an event, in total and in the hour that began with their first write after the last hour. */
export interface QuotaUseTable {
  user_id: number;
  /** 0 for rows that belong to no event. */
  event_id: number;
  row_count: number;
  bytes: number;
  hour_began_at: number;
  hour_rows: number;
  hour_bytes: number;
}
