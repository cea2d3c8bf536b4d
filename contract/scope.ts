/**
 * A scope is a group of readers with its own change numbers:
 * `all` all signed-in users, `member:E` the members of event E, `event:E` those for whom E is active, `event-admin:E` the admins and
 * `dating:E` the dating participants among these, `user:U` one person.
 */
export const scopeKinds = ['all', 'member', 'event', 'event-admin', 'dating', 'user'] as const;

export type Scope = 'all' | `member:${number}` | `event:${number}` | `event-admin:${number}` | `dating:${number}` | `user:${number}`;

export const scopeOf = {
  all: 'all' as Scope,
  member: (eventId: number): Scope => `member:${eventId}`,
  event: (eventId: number): Scope => `event:${eventId}`,
  eventAdmin: (eventId: number): Scope => `event-admin:${eventId}`,
  dating: (eventId: number): Scope => `dating:${eventId}`,
  user: (userId: number): Scope => `user:${userId}`,
};
