/**
 * A scope is a group of readers with its own change numbers:
 * `all` everybody signed in, `member:E` the members of event E wherever they are active, `event:E` those who are active in it,
 * `event-admin:E` the admins and `dating:E` those who have opted in to dating among them, `user:U` one person.
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
