/** A scope is a group of readers with its own change numbers. */
export const scopeKinds = ['all', 'member', 'event', 'event-admin', 'dating', 'user'] as const;

export type Scope = 'all' | `member:${number}` | `event:${number}` | `event-admin:${number}` | `dating:${number}` | `user:${number}`;

export const scopeOf = {
  /** All signed-in users. */
  all: 'all' as Scope,
  /** The members of an event. */
  member: (eventId: number): Scope => `member:${eventId}`,
  /** The members for whom the event is active. */
  event: (eventId: number): Scope => `event:${eventId}`,
  /** The event's admins for whom it is active. */
  eventAdmin: (eventId: number): Scope => `event-admin:${eventId}`,
  /** The event's dating participants for whom it is active. */
  dating: (eventId: number): Scope => `dating:${eventId}`,
  /** One person. */
  user: (userId: number): Scope => `user:${userId}`,
};
