/** The tables that make up a caller, with the column of their user. A change there invalidates the cached caller at once. */
export const callerTables = [
  ['sessions', 'user_id'],
  ['users', 'id'],
  ['memberships', 'user_id'],
  ['dating_participants', 'user_id'],
] as const;
