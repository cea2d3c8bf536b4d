-- The tables of schema 75, for new databases: the state of commit 80ba7ad8, to which the migrations after 075 are added. It never changes.
-- SQLite runs it as it is, PostgreSQL after the replacements in ../core/baseline.ts. SQLite stores the text of a table, and a restore
-- compares it: the order of columns, and integer or bigint (the same to SQLite), are those of the migrations that this file replaces.

create table "events" (
  "id" integer primary key autoincrement,
  "title" text not null,
  "description" text not null,
  "start_date" text not null,
  "end_date" text not null,
  "visible" integer not null,
  "code_required" integer not null,
  "time_zone" text not null,
  "date_locale" text not null,
  "version" integer not null,
  "picture_key" text default '' not null,
  "header_image" text
);

create table "users" (
  "id" integer primary key autoincrement,
  "email" text not null unique,
  "name" text not null,
  "image" text,
  "role" text not null,
  "password_hash" text not null,
  "totp_secret" text,
  "totp_last_step" bigint,
  "active_event_id" integer references "events" ("id") on delete set null,
  "whatsapp" text,
  "instagram" text,
  "linkedin" text,
  "email_verified" integer not null,
  "version" integer not null,
  "created_at" bigint not null,
  "language" text,
  "sign_in_email" text,
  "address_changed_at" bigint,
  "address_proved" bigint default 0 not null
);
create unique index "users_by_sign_in_email" on "users" ("sign_in_email");

create table "memberships" (
  "user_id" integer not null references "users" ("id") on delete cascade,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "role" text not null,
  "version" integer not null,
  constraint "memberships_key" primary key ("user_id", "event_id")
);
create index "memberships_of_event" on "memberships" ("event_id");

create table "event_modules" (
  "event_id" integer not null references "events" ("id") on delete cascade,
  "module_id" integer not null,
  "is_active" integer not null,
  "active_menu_entries" text not null,
  "version" integer not null,
  constraint "event_modules_key" primary key ("event_id", "module_id")
);

create table "menu_entries" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "version" integer not null,
  "module_id" integer not null,
  "navigation_path" text not null,
  "section_number" integer not null,
  "position" integer not null,
  "required_event_role" text not null
);
create index "menu_entries_of_event" on "menu_entries" ("event_id", "position");

create table "home_entries" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "version" integer not null,
  "module_id" integer not null,
  "position" integer not null,
  "settings" text not null
);
create index "home_entries_of_event" on "home_entries" ("event_id", "position");

create table "schedule_entries" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "version" integer not null,
  "title" text not null,
  "details" text,
  "start_date" text not null,
  "end_date" text not null,
  "location_name" text not null,
  "location_url" text,
  "location_address" text
);
create index "schedule_entries_of_event" on "schedule_entries" ("event_id", "start_date");

create table "announcements" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "version" integer not null,
  "title" text not null,
  "content" text not null,
  "active" integer not null,
  "notification_sent" integer not null,
  "order" bigint not null,
  "activated_at" text
);
create index "announcements_of_event" on "announcements" ("event_id", "order");

create table "posts" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "version" integer not null,
  "author_id" integer not null references "users" ("id"),
  "content" text not null,
  "reply_to_id" text,
  "order" bigint not null,
  "created_at" text not null,
  constraint "posts_thread" foreign key ("reply_to_id") references "posts" ("id") deferrable initially deferred
);
create index "posts_of_event" on "posts" ("event_id", "reply_to_id", "order");
create index "posts_of_thread" on "posts" ("reply_to_id");
create index "posts_by_author_id" on "posts" ("author_id");

create table "event_codes" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "code" text not null,
  "reusable" integer not null,
  "used_by" integer references "users" ("id") on delete set null,
  "used" integer default 0 not null,
  "version" integer default 1 not null
);
create unique index "event_codes_by_code" on "event_codes" ("code", "event_id");
create index "event_codes_by_used_by" on "event_codes" ("used_by");

create table "receipts" (
  "user_id" integer not null references "users" ("id") on delete cascade,
  "key" text not null,
  "hash" text not null,
  "status" integer not null,
  "body" text,
  "created_at" bigint not null,
  constraint "receipts_key" primary key ("user_id", "key")
);
create index "receipts_by_age" on "receipts" ("created_at");

create table "change_log" (
  "scope" text not null,
  "resource" text not null,
  "row_id" text not null,
  "number" bigint not null,
  "version" integer not null,
  "gone" integer not null,
  "key" text,
  "key_user" integer,
  "changed_at" bigint not null,
  constraint "change_log_key" primary key ("scope", "resource", "row_id")
);
create index "change_log_by_number" on "change_log" ("scope", "number");
create index "change_log_by_resource" on "change_log" ("scope", "resource", "number");
create index "change_log_by_key_user" on "change_log" ("key_user");
create index "change_log_gone_by_age" on "change_log" ("changed_at") where "gone" = 1;
create index "change_log_gone_rows" on "change_log" ("row_id") where "gone" = 1;

create table "scope_counters" (
  "scope" text primary key,
  "number" bigint not null,
  "purged_number" bigint not null
);

create table "meta" (
  "name" text primary key,
  "value" text not null
);

create table "sessions" (
  "id" text primary key,
  "user_id" integer not null references "users" ("id") on delete cascade,
  "current_hash" text not null,
  "previous_hash" text,
  "handed_out_at" bigint not null,
  "generation" integer not null,
  "created_at" bigint not null,
  "expires_at" bigint not null,
  "revoked_at" bigint,
  "used" integer default 0 not null,
  "returns" integer default 0 not null,
  "device_name" text
);
create index "sessions_of_user" on "sessions" ("user_id", "expires_at");

create table "notification_settings" (
  "id" integer primary key references "users" ("id") on delete cascade,
  "general" integer not null,
  "chats" integer not null,
  "meetups" integer not null,
  "pictures" integer not null,
  "version" integer not null
);

create table "push_subscriptions" (
  "id" integer primary key autoincrement,
  "endpoint" text not null unique,
  "user_id" integer not null references "users" ("id") on delete cascade,
  "session_id" text not null references "sessions" ("id") on delete cascade,
  "p256dh" text not null,
  "auth" text not null,
  "language" text not null,
  "created_at" bigint not null,
  "host" text default '' not null,
  "timeouts" bigint default 0 not null
);
create index "push_subscriptions_of_user" on "push_subscriptions" ("user_id");
create index "push_subscriptions_of_session" on "push_subscriptions" ("session_id");

create table "push_jobs" (
  "id" integer primary key autoincrement,
  "subscription_id" integer not null references "push_subscriptions" ("id") on delete cascade,
  "subject" text not null,
  "payload" text not null,
  "state" text not null,
  "attempts" integer not null,
  "next_at" bigint not null,
  "created_at" bigint not null,
  "topic" text,
  "count" integer default 1 not null,
  "payload_of_many" text,
  "row_key" text,
  "author_id" integer,
  "event_id" integer default 0 not null,
  "setting" text default 'general' not null,
  "sending_until" bigint default 0 not null,
  constraint "push_jobs_once" unique ("subscription_id", "subject")
);
create index "push_jobs_due" on "push_jobs" ("state", "next_at");
create index "push_jobs_of_topic" on "push_jobs" ("topic", "subscription_id", "state");
create index "push_jobs_of_author" on "push_jobs" ("author_id");
create index "push_jobs_of_device" on "push_jobs" ("topic", "subscription_id", "next_at");
create index "push_jobs_by_age" on "push_jobs" ("created_at");

create table "photos" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "author_id" integer not null references "users" ("id"),
  "url" text not null,
  "description" text not null,
  "order" bigint not null,
  "created_at" text not null,
  "version" integer not null
);
create index "photos_listing" on "photos" ("event_id", "order");
create index "photos_author" on "photos" ("author_id");

create table "erasures" (
  "user_id" integer primary key,
  "keeps_shared" integer not null,
  "erased_at" bigint not null,
  "scrubbed" integer not null
);

create table "meetups" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "author_id" integer not null references "users" ("id"),
  "title" text not null,
  "description" text not null,
  "start_date" text not null,
  "version" integer not null
);
create index "meetups_of_event" on "meetups" ("event_id", "start_date");
create index "meetups_by_author_id" on "meetups" ("author_id");

create table "statistics" (
  "id" integer primary key autoincrement,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "name_i18_n" text not null,
  "evidence_prompt_i18_n" text,
  "version" integer not null
);
create index "statistics_of_event" on "statistics" ("event_id");

create table "user_statistics" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "statistic_id" integer not null references "statistics" ("id") on delete cascade,
  "user_id" integer not null references "users" ("id"),
  "value" bigint not null,
  "version" integer not null
);
create index "user_statistics_of_event" on "user_statistics" ("event_id", "statistic_id");
create index "user_statistics_by_user_id" on "user_statistics" ("user_id");

create table "feedback" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "author_id" integer not null references "users" ("id"),
  "content" text not null,
  "created_at" text not null,
  "version" integer not null
);
create index "feedback_of_event" on "feedback" ("event_id");
create index "feedback_by_author_id" on "feedback" ("author_id");

create table "evidence" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "author_id" integer not null references "users" ("id"),
  "statistic_id" integer not null references "statistics" ("id") on delete cascade,
  "url" text not null,
  "created_at" text not null,
  "version" integer not null
);
create index "evidence_of_author" on "evidence" ("author_id", "event_id");
create index "evidence_of_statistic" on "evidence" ("statistic_id");

create table "shares" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "author_id" integer not null references "users" ("id"),
  "type" text not null,
  "title" text not null,
  "description" text not null,
  "available" integer not null,
  "total" integer not null,
  "surplus" integer not null,
  "image" text,
  "order" bigint not null,
  "created_at" text not null,
  "version" integer not null
);
create index "shares_listing" on "shares" ("event_id", "type", "order");
create index "shares_author" on "shares" ("author_id");

create table "contact_links" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "title" text not null,
  "subtitle" text,
  "position" integer not null,
  "links" text not null,
  "version" integer not null
);
create index "contact_links_of_event" on "contact_links" ("event_id", "position");

create table "dating" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "user_id" integer not null references "users" ("id"),
  "interests" text not null,
  "interested_in" text not null,
  "not_interested_in" text not null,
  "version" integer not null
);
create index "dating_of_event" on "dating" ("event_id");
create index "dating_of_person" on "dating" ("user_id");

create table "dating_participants" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "user_id" integer not null references "users" ("id"),
  "version" integer not null
);
create unique index "dating_participants_once" on "dating_participants" ("user_id", "event_id");
create index "dating_participants_of_event" on "dating_participants" ("event_id");

create table "dating_matches" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "user_id" integer not null references "users" ("id"),
  "other_id" integer not null,
  "overlapping_interests" text not null,
  "version" integer not null
);
create unique index "dating_matches_once" on "dating_matches" ("event_id", "user_id", "other_id");
create index "dating_matches_of_person" on "dating_matches" ("user_id");
create index "dating_matches_with_person" on "dating_matches" ("other_id");

create table "calendar_events" (
  "id" text primary key,
  "title" text not null,
  "start_time" text not null,
  "end_time" text not null,
  "all_day" integer not null,
  "time_zone" text not null,
  "location" text,
  "conveyor" text,
  "url" text,
  "version" integer not null
);
create index "calendar_events_start" on "calendar_events" ("start_time");

create table "calendar_feed" (
  "id" text primary key,
  "problem" text,
  "detail" text,
  "read_at" text,
  "version" integer not null
);

create table "calendar_sources" (
  "name" text primary key,
  "text" text not null,
  "address_hash" text,
  "etag" text,
  "read_at" bigint not null
);

create table "calendar_links" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "user_id" integer not null references "users" ("id"),
  "secret" text,
  "version" integer not null
);
create index "calendar_links_of_person" on "calendar_links" ("user_id");

create table "second_factor_setups" (
  "user_id" integer primary key references "users" ("id") on delete cascade,
  "id" text not null,
  "secret" text not null,
  "begun_at" bigint not null,
  "confirmed_step" bigint
);
create index "second_factor_setups_by_user_id" on "second_factor_setups" ("user_id");

create table "recovery_codes" (
  "user_id" integer not null references "users" ("id") on delete cascade,
  "hash" text not null,
  constraint "recovery_codes_key" primary key ("user_id", "hash")
);

create table "mails" (
  "id" text primary key,
  "user_id" integer references "users" ("id") on delete cascade,
  "kind" text not null,
  "address" text not null,
  "language" text,
  "state" text not null,
  "attempts" integer not null,
  "next_at" bigint not null,
  "created_at" bigint not null
);
create index "mails_due" on "mails" ("state", "next_at");
create index "mails_of_person" on "mails" ("user_id");

create table "link_tokens" (
  "hash" text primary key,
  "user_id" integer not null references "users" ("id") on delete cascade,
  "use" text not null,
  "created_at" bigint not null,
  "expires_at" bigint not null,
  "used_at" bigint,
  "address" text,
  "way" text default 'handed-over' not null
);
create index "link_tokens_of_person" on "link_tokens" ("user_id", "use");

create table "arrangements" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "list" text not null,
  "places" text not null,
  "version" integer not null
);
create index "arrangements_of_event" on "arrangements" ("event_id");

create table "audit_log" (
  "id" integer primary key,
  "at" bigint not null,
  "kind" text not null,
  "actor_id" integer references "users" ("id") on delete set null,
  "person_id" integer references "users" ("id") on delete set null,
  "event_id" integer,
  "subject" text,
  "details" text not null
);
create index "audit_log_at" on "audit_log" ("at");
create index "audit_log_actor_id" on "audit_log" ("actor_id");
create index "audit_log_person_id" on "audit_log" ("person_id");
create index "audit_log_event_id" on "audit_log" ("event_id");

create table "own_reports" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "author_id" integer not null references "users" ("id"),
  "resource" text not null,
  "row_id" text not null,
  "reason" text not null,
  "text" text not null,
  "seen" text,
  "subject_id" integer,
  "created_at" text not null,
  "version" integer not null
);
create index "own_reports_of_event" on "own_reports" ("event_id");
create index "own_reports_of_person" on "own_reports" ("author_id", "event_id", "created_at");
create index "own_reports_about_person" on "own_reports" ("subject_id");

create table "reports" (
  "id" text primary key,
  "event_id" integer not null references "events" ("id") on delete cascade,
  "resource" text not null,
  "row_id" text not null,
  "reason" text not null,
  "text" text not null,
  "subject_id" integer,
  "snapshot" text,
  "picture" text,
  "source" text not null,
  "state" text not null,
  "decided_by" integer,
  "created_at" text not null,
  "version" integer not null
);
create index "reports_of_event" on "reports" ("event_id");
create index "reports_about_person" on "reports" ("subject_id");
create index "reports_decided_by" on "reports" ("decided_by");
create index "reports_with_picture" on "reports" ("picture");

create table "hidden_people" (
  "id" text primary key,
  "user_id" integer not null references "users" ("id"),
  "other_id" integer not null,
  "hidden" integer not null,
  "version" integer not null
);
create index "hidden_people_of_person" on "hidden_people" ("user_id", "other_id");
create index "hidden_people_other" on "hidden_people" ("other_id");

create table "push_news" (
  "id" integer primary key autoincrement,
  "resource" text not null,
  "row_id" text not null,
  "event_id" integer not null,
  "author_id" integer not null,
  "created_at" bigint not null,
  constraint "push_news_once" unique ("resource", "row_id")
);
create index "push_news_by_age" on "push_news" ("created_at");
create index "push_news_of_author" on "push_news" ("author_id");

create table "attempts" (
  "attempt" text not null,
  "key" text not null,
  "account" text,
  "at" bigint not null,
  "under_way" integer not null,
  constraint "attempts_pk" primary key ("attempt", "key")
);
create index "attempts_by_key" on "attempts" ("key", "at", "under_way");

create table "spent_pre_sessions" (
  "hash" text primary key,
  "expires_at" bigint not null
);
create index "spent_pre_sessions_by_end" on "spent_pre_sessions" ("expires_at");

create table "email_hits" (
  "user_id" integer not null references "users" ("id") on delete cascade,
  "at" bigint not null
);
create index "email_hits_of_person" on "email_hits" ("user_id", "at");

create table "turns" (
  "name" text primary key,
  "holder" text,
  "held_until" bigint not null,
  "done_at" bigint
);

create table "address_changes" (
  "user_id" bigint not null references "users" ("id") on delete cascade,
  "at" bigint not null
);
create index "address_changes_of_person" on "address_changes" ("user_id", "at");

create table "picture_files" (
  "path" text primary key,
  "bytes" blob not null,
  "changed_at" bigint not null
);

create table "partial_uploads" (
  "id" text primary key,
  "user_id" bigint not null references "users" ("id") on delete cascade,
  "received" bigint not null,
  "digest" text,
  "changed_at" bigint not null
);
create index "partial_uploads_of_person" on "partial_uploads" ("user_id");

create table "upload_pieces" (
  "upload_id" text not null references "partial_uploads" ("id") on delete cascade,
  "starts_at" bigint not null,
  "bytes" blob not null,
  constraint "upload_pieces_key" primary key ("upload_id", "starts_at")
);

create table "quota_use" (
  "user_id" bigint not null references "users" ("id") on delete cascade,
  "event_id" bigint not null,
  "row_count" bigint not null,
  "bytes" bigint not null,
  "hour_began_at" bigint not null,
  "hour_rows" bigint not null,
  "hour_bytes" bigint not null,
  constraint "quota_use_key" primary key ("user_id", "event_id")
);

create table "removed_members" (
  "id" text primary key,
  "event_id" bigint not null references "events" ("id") on delete cascade,
  "user_id" bigint references "users" ("id") on delete set null,
  "address_hash" text,
  "removed_at" bigint not null
);
create unique index "removed_members_of_person" on "removed_members" ("user_id", "event_id");
create index "removed_members_of_event" on "removed_members" ("event_id", "address_hash");

create table "allowances" (
  "key" text primary key,
  "full_at" bigint not null
);
create index "allowances_by_full_at" on "allowances" ("full_at");

create table "match_times" (
  "match_id" text primary key references "dating_matches" ("id") on delete cascade,
  "made_at" bigint not null,
  "ends_at" bigint
);
create index "match_times_by_end" on "match_times" ("ends_at");
