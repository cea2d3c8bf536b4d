/**
 * Why an entry was not taken. `outside`: of the time that was asked for; `hidden`: cancelled or private; `unreadable`: it makes no sense;
 * `twice`: another entry has the same UID and start; `too_many`: there are more occurrences than may be kept.
 */
export const leftOutReasons = ['outside', 'hidden', 'unreadable', 'twice', 'too_many'] as const;
export type LeftOut = (typeof leftOutReasons)[number];
