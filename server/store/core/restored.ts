/* Values by which a restored database differs from its backup (decisions 12 and 69). */

/** Exceeds the changes of any row between two restores; versions after a restore begin at a multiple of it. */
export const versionStride = 1_000_000;

/** Exceeds the ids that a table issues between a backup and its restore. */
export const idLeap = 1_000;

/** Tables that keep their current rows in a restore. */
export const tablesKeptInRestore = [
  'sessions',
  'push_subscriptions',
  'push_news',
  'push_jobs',
  'mails',
  'link_tokens',
  'attempts',
  'spent_pre_sessions',
  'email_hits',
  'address_changes',
  'turns',
] as const;
