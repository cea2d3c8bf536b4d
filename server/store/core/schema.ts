import type { Generated } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { AnyResource, RowOf } from '#contract/resource.ts';
import type { NotificationSetting } from '#contract/resources/notifications.ts';
import type { EventRole } from '#contract/roles.ts';
import type { Descriptor } from '#server/resources/definition/descriptor.ts';
import type { descriptors } from '#server/resources/catalogue/descriptors.ts';
import type {
  AddressChangesTable,
  AllowancesTable,
  AttemptsTable,
  AuditLogTable,
  EmailHitsTable,
  ErasuresTable,
  Flag,
  JsonText,
  LinkTokensTable,
  QuotaUseTable,
  RecoveryCodesTable,
  RemovedMembersTable,
  SecondFactorSetupsTable,
  SecurityLogTable,
  SessionsTable,
  SpentPreSessionsTable,
  UsersTable,
} from './account-tables.ts';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

type ColumnOf<Value> = Value extends boolean ? Flag : Value extends string | number | null ? Value : JsonText;

type TableOf<Row> = { [Field in keyof Row & string as SnakeCase<Field>]: ColumnOf<Exclude<Row[Field], undefined>> };

type ResourceTables = {
  [D in (typeof descriptors)[number] as D extends Descriptor<AnyResource, infer Table> ? Exclude<Table, undefined> : never]: TableOf<
    RowOf<D['resource']>
  >;
};

/** Instants on the wire are ISO 8601 text (UTC); times inside the server are milliseconds since the epoch. */
export type Schema = OwnTables & Omit<ResourceTables, keyof OwnTables>;

/** Tables without a resource, or with columns that differ from its fields. */
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
  post_mentions: PostMentionsTable;
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
  turns: LeasesTable;
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
  /** Navigation paths of the optional menu entries that are active. */
  active_menu_entries: JsonText;
  version: number;
}

export interface MenuEntriesTable {
  id: string;
  event_id: number;
  module_id: number;
  /** Identifies the menu entry within its module, independent of its index. */
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
  /** Contains `componentName`, which identifies the component within its module, independent of its index. */
  settings: JsonText;
  version: number;
}

/** A device that receives pushes, until the session that registered it ends. */
export interface PushSubscriptionsTable {
  id: Generated<number>;
  endpoint: string;
  user_id: number;
  session_id: string;
  p256dh: string;
  auth: string;
  language: Language;
  created_at: number;
  host: Generated<string>;
  timeouts: Generated<number>;
}

/** A shared row that has not been turned into pushes yet. */
export interface PushNewsTable {
  id: Generated<number>;
  resource: string;
  row_id: string;
  event_id: number;
  author_id: number;
  created_at: number;
}

/** A push to one device; a device receives a `subject` once. */
export interface PushJobsTable {
  id: Generated<number>;
  subscription_id: number;
  /** The event of the row and the setting that must be on, or `followed` for a followed thread; checked again when the push is sent. */
  event_id: Generated<number>;
  setting: Generated<NotificationSetting | 'followed'>;
  subject: string;
  /** Pushes with the same topic are combined; null for one that is sent alone. */
  topic: string | null;
  /** The number of combined rows; above one `payload_of_many` is sent, with the number in place of `{{count}}`. */
  count: Generated<number>;
  /** JSON text by language, like `payload_of_many`. */
  payload: JsonText;
  payload_of_many: JsonText | null;
  /** The row of `payload` and its author. */
  row_key: string | null;
  author_id: number | null;
  state: 'waiting' | 'sending' | 'sent' | 'dropped';
  attempts: number;
  next_at: number;
  /** When the lease of the sender ends; the push may have arrived. */
  sending_until: Generated<number>;
  created_at: number;
  /** When the push is no longer news; null for a day after its creation. */
  expires_at: number | null;
}

/** A mail to send. It contains no secret: the token of its link is derived when it is sent. */
export interface MailsTable {
  /** Random: the token of its link is derived from it. */
  id: string;
  /** Null if the sender only entered an address. */
  user_id: number | null;
  kind: MailKind;
  event_id: Generated<number | null>;
  address: string;
  /** The language of the person who caused the mail; null if unknown. */
  language: Language | null;
  /** While `sending`, `next_at` is the end of the lease. */
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

/** A calendar as last read: the feed, or an imported file. */
export interface CalendarSourcesTable {
  name: string;
  /** iCalendar (RFC 5545); occurrences are derived from it again as time passes. */
  text: string;
  /** For the feed: the hash of its address, and the entity tag of the answer. */
  address_hash: string | null;
  etag: string | null;
  read_at: number;
}

/** The answer to a command, so that a repeated command receives the same answer. */
export interface ReceiptsTable {
  user_id: number;
  key: string;
  hash: string;
  status: number;
  body: JsonText | null;
  created_at: number;
}

/** One pointer per row and scope, with the number of the row's latest change. */
export interface ChangeLogTable {
  scope: string;
  resource: string;
  row_id: string;
  number: number;
  version: number;
  /** 1 for a tombstone: the row is no longer in this scope. */
  gone: Flag;
  key: string | null;
  key_user: number | null;
  changed_at: number;
  /** 1 for a row that has joined the scope and not changed since, 2 for one that has been away; only for people. */
  passed: Generated<number>;
}

/** `number` is the latest in the scope; tombstones up to `purged_number` may be missing. */
export interface ScopeCountersTable {
  scope: string;
  number: number;
  purged_number: number;
}

/** A person whom a post mentions; `order` is that of the post. */
export interface PostMentionsTable {
  post_id: string;
  user_id: number;
  event_id: number;
  order: number;
}

export interface MetaTable {
  name: string;
  value: string;
}

/** When a match was made. Times are milliseconds since the epoch. */
export interface MatchTimesTable {
  match_id: string;
  made_at: number;
  /** Null while both are interested. */
  ends_at: number | null;
}

/** Pictures that are no longer served, but whose files still exist. */
export interface RetiredPicturesTable {
  link: string;
  at: number;
}

/** Pictures stored in the database. `path` is the path of the file in a folder, thumbnails included; `changed_at` is database time. */
export interface PictureFilesTable {
  path: string;
  bytes: Buffer;
  changed_at: number;
}

/** An upload that arrives in pieces. If `digest` is not null, a command has used the upload and only the digest is left. */
export interface PartialUploadsTable {
  /** The user and the name that the device chose: `3/0192…`. */
  id: string;
  user_id: number;
  received: number;
  digest: string | null;
  /** Database time. */
  changed_at: number;
}

export interface UploadPiecesTable {
  upload_id: string;
  starts_at: number;
  bytes: Buffer;
}

/** A job that one of the processes on this database does for all. */
export interface LeasesTable {
  name: string;
  /** Null while no process has the lease. */
  holder: string | null;
  /** The lease expires then, unless it is prolonged. */
  held_until: number;
  /** When the job was last done; null for never. */
  done_at: number | null;
}
