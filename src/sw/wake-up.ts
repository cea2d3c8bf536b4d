import { Queue } from 'workbox-background-sync';
import { wakeUpQueue } from '#sync/device/browser-ports.ts';

interface Scope {
  readonly registration: object;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly { url: string; visibilityState: string }[]>;
  };
}

/**
 * Calls `drain` when the browser reports that the network is back (WICG Background Sync), unless the app is visible and sends by itself: a
 * worker would need a token of its own. If commands are left, the browser repeats the event later.
 */
export function onWakeUp({ registration, clients }: Scope, drain: () => Promise<{ left: boolean }>): void {
  // Without Background Sync Workbox would call at every start of a worker, also of a new version that waits: its newer database would close
  // the one of the open app. There the app's own triggers are enough.
  if (!('sync' in registration)) return;
  // Only the wake-up of the queue is used: pending commands are in the outbox, and the queue's store stays empty.
  // oxlint-disable-next-line no-new -- it registers its own listener
  new Queue(wakeUpQueue, {
    onSync: async () => {
      if (await isAppSeen(clients)) throw new Error('the app is open and sends');
      const { left } = await drain();
      if (left) throw new Error('the network is not back yet');
    },
  });
}

/** Returns whether the app is visible; a hidden tab may be frozen and not send. */
async function isAppSeen(clients: Scope['clients']): Promise<boolean> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.some(({ url, visibilityState }) => visibilityState === 'visible' && new URL(url).pathname === '/');
}
