import type { Generated } from 'kysely';
import type { Language } from '../../../contract/languages.ts';
import type { AnyResource, RowOf } from '../../../contract/resource.ts';
import type { NotificationSetting } from '../../../contract/resources/notifications.ts';
import type { EventRole, Role } from '../../../contract/roles.ts';
import type { Descriptor } from '../../resources/descriptor.ts';
import type { descriptors } from '../../resources/descriptors.ts';

/** 1 is true; a boolean column would read back differently on each database. */
export type Flag = 0 | 1;

/** JSON as text, for the same reason. */
export type JsonText = string;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

type ColumnOf<Value> = Value extends boolean ? Flag : Value extends string | number | null ? Value : JsonText;

/** How `columnsOf` stores a row. */
type TableOf<Row> = { [Field in keyof Row & string as SnakeCase<Field>]: ColumnOf<Row[Field]> };

type ResourceTables = {
  [D in (typeof descriptors)[number] as D extends Descriptor<AnyResource, infer Table> ? Exclude<Table, undefined> : never]: TableOf<
    RowOf<D['resource']>
  >;
};

/** Instants on the wire are ISO 8601 text (UTC); times that stay inside the server are milliseconds since the epoch. */
export type Schema = OwnTables & Omit<ResourceTables, keyof OwnTables>;

/** Tables that are no resource's, or that have other columns than its row has fields. */
interface OwnTables {
  users: UsersTable;
  events: EventsTable;
  memberships: MembershipsTable;
  event_modules: EventModulesTable;
  menu_entries: MenuEntriesTable;
  home_entries: HomeEntriesTable;
  receipts: ReceiptsTable;
  change_log: ChangeLogTable;
  scope_counters: ScopeCountersTable;
  meta: MetaTable;
  sessions: SessionsTable;
  second_factor_setups: SecondFactorSetupsTable;
  recovery_codes: RecoveryCodesTable;
  mails: MailsTable;
  link_tokens: LinkTokensTable;
  attempts: AttemptsTable;
  allowances: AllowancesTable;
  match_times: MatchTimesTable;
  spent_pre_sessions: SpentPreSessionsTable;
  email_hits: EmailHitsTable;
  address_changes: AddressChangesTable;
  quota_use: QuotaUseTable;
  removed_members: RemovedMembersTable;
  turns: TurnsTable;
  push_subscriptions: PushSubscriptionsTable;
  push_news: PushNewsTable;
  push_jobs: PushJobsTable;
  erasures: ErasuresTable;
  audit_log: AuditLogTable;
  security_log: SecurityLogTable;
  retired_pictures: RetiredPicturesTable;
  calendar_sources: CalendarSourcesTable;
  picture_files: PictureFilesTable;
  partial_uploads: PartialUploadsTable;
  upload_pieces: UploadPiecesTable;
}

export interface UsersTable {
  id: Generated<number>;
  /** In lower case. */
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
  /** That they are written to in; null until it is known. */
  language: Language | null;
  version: number;
  created_at: number;
  /** The address that opens the account while `email` does not yet; null where that is `email`. */
  sign_in_email: Generated<string | null>;
  /** When `email` was changed; null where `email` opens the account. */
  address_changed_at: Generated<number | null>;
  /** True if the password was given for `email`. */
  address_proved: Generated<Flag>;
}

export interface EventsTable {
  id: Generated<number>;
  title: string;
  description: string;
  start_date: string;
  end_date: string;
  visible: Flag;
  code_required: Flag;
  time_zone: string;
  date_locale: string;
  picture_key: Generated<string>;
  header_image: string | null;
  kept_days: number | null;
  deletes_at: number | null;
  version: number;
}

export interface MembershipsTable {
  user_id: number;
  event_id: number;
  role: EventRole;
  version: number;
}

export interface EventModulesTable {
  event_id: number;
  module_id: number;
  is_active: Flag;
  /** Navigation paths of the optional menu entries that are on. */
  active_menu_entries: JsonText;
  version: number;
}

export interface MenuEntriesTable {
  id: string;
  event_id: number;
  module_id: number;
  /** Names the menu entry within its module, whatever its index there. */
  navigation_path: string;
  section_number: number;
  position: number;
  required_event_role: EventRole;
  version: number;
}

export interface HomeEntriesTable {
  id: string;
  event_id: number;
  module_id: number;
  position: number;
  /** `componentName` in it names the component within its module, whatever its index there. */
  settings: JsonText;
  version: number;
}

/** A device that takes pushes, for as long as the session lives that it was registered in. */
export interface PushSubscriptionsTable {
  id: Generated<number>;
  endpoint: string;
  user_id: number;
  session_id: string;
  p256dh: string;
  auth: string;
  language: Language;
  created_at: number;
  /** The host of the endpoint. */
  host: Generated<string>;
  /** How often in a row it did not answer. */
  timeouts: Generated<number>;
}

/** What somebody shared, until it has become messages to devices. */
export interface PushNewsTable {
  id: Generated<number>;
  resource: string;
  row_id: string;
  event_id: number;
  author_id: number;
  created_at: number;
}

/** One message to one device; `subject` is what it is about, told to a device once. */
export interface PushJobsTable {
  id: Generated<number>;
  subscription_id: number;
  /** Where it happened, and the setting that has to be on, when it is sent too. */
  event_id: Generated<number>;
  setting: Generated<NotificationSetting>;
  subject: string;
  /** What it has in common with others that it is told with; null for one that is told by itself. */
  topic: string | null;
  /** How many it tells of; of several it says `payload_of_many`, with their number in place of its `{{count}}`. */
  count: Generated<number>;
  /** What is told, as JSON text by language, like `payload_of_many`. */
  payload: JsonText;
  payload_of_many: JsonText | null;
  /** The row that `payload` tells of, and who made it. */
  row_key: string | null;
  author_id: number | null;
  state: 'waiting' | 'sending' | 'sent' | 'dropped';
  attempts: number;
  next_at: number;
  /** When whoever sends it has given it up, and it may have arrived. */
  sending_until: Generated<number>;
  created_at: number;
}

/** A mail that is to go out. It holds nothing that opens anything: the token of its link is made when it is sent. */
export interface MailsTable {
  /** Random: the token of the link in it is derived from it. */
  id: string;
  /** Null where it was asked for by somebody who knew an address. */
  user_id: number | null;
  kind: MailKind;
  /** The event that it is about. */
  event_id: Generated<number | null>;
  address: string;
  /** That of whoever caused it; null where that is not known. */
  language: Language | null;
  /** `next_at` of one that is being sent is when that is given up. */
  state: 'waiting' | 'sending' | 'failed';
  attempts: number;
  next_at: number;
  created_at: number;
}

export type MailKind =
  | 'verify'
  | 'reset'
  | 'password-changed'
  | 'address-changed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'second-factor-waived'
  | 'second-factor-guessed'
  | 'proof-guessed'
  | 'event-data-ends';

/** What a link in somebody's hands opens; the hash is SHA-256 of its token. */
export interface LinkTokensTable {
  hash: string;
  user_id: number;
  use: LinkUse;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  /** The address that the link restores. */
  address: Generated<string | null>;
  way: Generated<LinkWay>;
}

/** How a link reaches its person; one that the operator hands over may remove the second factor too. */
export type LinkWay = 'mailed' | 'handed-over' | 'without-second-factor';

export type LinkUse = 'verify' | 'reset' | 'revert';

/** Somebody who left for good. `scrubbed` once what was deleted cannot be read from the file any more. */
export interface ErasuresTable {
  user_id: number;
  keeps_shared: Flag;
  erased_at: number;
  scrubbed: Flag;
}

/** What somebody did who may. `subject` is a row, as `codes:0192…`. */
export interface AuditLogTable {
  id: Generated<number>;
  at: number;
  kind: string;
  /** Both null once they have left for good; the first also for the operator at the server itself. */
  actor_id: number | null;
  person_id: number | null;
  /** Maybe of an event that is not there any more. */
  event_id: number | null;
  subject: string | null;
  details: JsonText;
}

/** A calendar as it was last read: the feed, or a file that was imported. */
export interface CalendarSourcesTable {
  name: string;
  /** iCalendar (RFC 5545), from which occurrences are made anew as time goes on. */
  text: string;
  /** Of the feed: where `text` came from, and what its server calls it. */
  address_hash: string | null;
  etag: string | null;
  read_at: number;
}

/** What a command was answered, kept so that the same command sent again is answered the same. */
export interface ReceiptsTable {
  user_id: number;
  key: string;
  hash: string;
  status: number;
  body: JsonText | null;
  created_at: number;
}

/** One pointer for each row in each scope: the number of its latest change there. */
export interface ChangeLogTable {
  scope: string;
  resource: string;
  row_id: string;
  number: number;
  version: number;
  /** 1 where the row is no longer in this scope: a tombstone. */
  gone: Flag;
  key: string | null;
  key_user: number | null;
  changed_at: number;
}

/** `number` is the latest in the scope; tombstones up to `purged_number` may be missing. */
export interface ScopeCountersTable {
  scope: string;
  number: number;
  purged_number: number;
}

export interface MetaTable {
  name: string;
  value: string;
}

export interface SessionsTable {
  id: string;
  user_id: number;
  /** Browser and system, as "Firefox, Android". */
  device_name: Generated<string | null>;
  current_hash: string;
  /** Null once the current secret is known to be kept by the device. */
  previous_hash: string | null;
  /** When the current secret was last given to somebody who had its predecessor. */
  handed_out_at: number;
  /** Whether the current secret, or a token that came with it, was used since then. */
  used: Generated<Flag>;
  /** How often the predecessor came back after such a use. */
  returns: Generated<number>;
  /** How often the secret was renewed. */
  generation: number;
  created_at: number;
  /** When it last proved the password; null for not since it was opened. */
  proved_at: Generated<number | null>;
  expires_at: number;
  revoked_at: number | null;
}

/** A second factor that somebody is turning on, or has just turned on; times are milliseconds since the epoch. */
export interface SecondFactorSetupsTable {
  user_id: number;
  id: string;
  secret: string;
  begun_at: number;
  confirmed_step: number | null;
}

/** Those that have not been used, as SHA-256. */
export interface RecoveryCodesTable {
  user_id: number;
  hash: string;
}

/** An attempt, once for each that it counts against; `key` and `account` are keyed hashes. */
export interface MatchTimesTable {
  match_id: string;
  made_at: number;
  /** Null while both are interested. */
  ends_at: number | null;
}

export interface AttemptsTable {
  attempt: string;
  key: string;
  account: string | null;
  /** When it was found wrong, or began. */
  at: number;
  under_way: Flag;
}

/** `key` is a keyed hash. */
export interface AllowancesTable {
  key: string;
  full_at: number;
}

/** By SHA-256 of what was in the cookie. */
export interface SpentPreSessionsTable {
  hash: string;
  expires_at: number;
}

/** Sign-ins, rejected ones, and changes of what opens an account. */
export interface SecurityLogTable {
  id: string;
  at: number;
  kind: string;
  user_id: number | null;
  /** A hash of the network by a key of the day. */
  network: string | null;
  count: number;
}

/** That somebody wanted an address which is another's. */
export interface EmailHitsTable {
  user_id: number;
  at: number;
}

/** Pictures that are not served any more and whose files are still there. */
export interface RetiredPicturesTable {
  link: string;
  at: number;
}

/** Pictures, where they lie in the database. `path` is where each would lie in a folder, thumbnails included; `changed_at` is by the database's clock. */
export interface PictureFilesTable {
  path: string;
  bytes: Buffer;
  changed_at: number;
}

/** A picture that comes in pieces, or what is left of one that a command has brought: where `digest` is not null, that alone. */
export interface PartialUploadsTable {
  /** The person and the name that the device gave it, `3/0192…`. */
  id: string;
  user_id: number;
  /** Bytes that are here. */
  received: number;
  digest: string | null;
  /** By the database's clock. */
  changed_at: number;
}

export interface UploadPiecesTable {
  upload_id: string;
  starts_at: number;
  bytes: Buffer;
}

/** That somebody had mails sent by changing their address. */
export interface AddressChangesTable {
  user_id: number;
  at: number;
}

/** Somebody whom an organiser removed from an event. `address_hash` is a keyed hash of their verified address. */
export interface RemovedMembersTable {
  id: string;
  event_id: number;
  /** Null after the account was erased. */
  user_id: number | null;
  address_hash: string | null;
  removed_at: number;
}

/** The rows that a person has created in an event, and in the hour that began with their first write after the last one. */
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

/** Work that one of the processes on this database does for all of them. */
export interface TurnsTable {
  name: string;
  /** Who does it; null while nobody does. */
  holder: string | null;
  /** When the holder is taken to be gone, unless they say that they are not. */
  held_until: number;
  /** When it was done last; null for never. */
  done_at: number | null;
}
