/** The app sends this to a waiting service worker when the person takes the update. */
export const skipWaitingMessage = 'skip-waiting';

/** A drain holds the lock of this name and its user's id for one batch at a time. */
export const drainLockPrefix = 'event-companion-drain-';
