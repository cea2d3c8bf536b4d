/** Message to a waiting service worker: the person accepted the update. */
export const skipWaitingMessage = 'skip-waiting';

/** Prefix of the lock that a drain holds for one batch at a time, followed by the user id. */
export const drainLockPrefix = 'event-companion-drain-';
