/** What a caller is made of, and the column that says whose it is. */
export const callerTables = [
  ['sessions', 'user_id'],
  ['users', 'id'],
  ['memberships', 'user_id'],
  ['dating_participants', 'user_id'],
] as const;
