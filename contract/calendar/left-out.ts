/**
 * The reason why an entry was not taken. `outside`: outside the requested time; `hidden`: cancelled or private; `unreadable`: malformed;
 * `twice`: another entry has the same UID and start; `too_many`: more occurrences than the limit.
 */
export const leftOutReasons = ['outside', 'hidden', 'unreadable', 'twice', 'too_many'] as const;
export type LeftOut = (typeof leftOutReasons)[number];
