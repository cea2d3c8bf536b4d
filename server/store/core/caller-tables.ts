/** What a caller is made of, with the column that says whose it is: a change there is heard of at once. */
export const callerTables = [
  ['sessions', 'user_id'],
  ['users', 'id'],
  ['memberships', 'user_id'],
  ['dating_participants', 'user_id'],
] as const;
