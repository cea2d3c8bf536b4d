/* What a database that was put back has to differ in from what it was when it was backed up (decisions 12 and 69). */

/** More than a row is ever changed between two restores: the versions of each begin at a multiple of it. */
export const versionStride = 1_000_000;

/** More numbers than a table gives out between a backup and its restore. */
export const idLeap = 1_000;

/** What is true now, whatever the backup says. */
export const tablesOfNow = [
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
