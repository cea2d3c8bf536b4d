import { type Platform, platform } from '#lib/platform.ts';

/** Obstacles to push messages on this device. */
export type PushProblem = 'needs_install' | 'unsupported' | 'denied' | 'no_worker' | 'no_network' | 'unavailable' | 'refused' | 'failed';

/** The Push API (W3C) and notifications of this browser as a port, so that tests can simulate any phone. */
export interface PushPlatform {
  support(): Platform['push'];
  permission(): NotificationPermission;
  askPermission(): Promise<NotificationPermission>;
  /** Resolves with the active service worker's registration; undefined if there is none. */
  registration(): Promise<PushRegistration | undefined>;
  readonly store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/** The used part of a `ServiceWorkerRegistration`. */
export interface PushRegistration {
  readonly pushManager: {
    getSubscription(): Promise<PushSubscription | null>;
    subscribe(options: { userVisibleOnly: boolean; applicationServerKey: string }): Promise<PushSubscription>;
  };
}

export function browserPlatform(): PushPlatform {
  return {
    support: () => platform().push,
    permission: () => ('Notification' in globalThis ? Notification.permission : 'denied'),
    askPermission: () => Notification.requestPermission(),
    registration: async () => ((await navigator.serviceWorker.getRegistration()) ? navigator.serviceWorker.ready : undefined),
    get store() {
      return localStorage;
    },
  };
}

/** Keys of the last registered subscription and of its owner: the next user of a shared device must not inherit it. */
export const subscriptionKey = 'push-subscription';
export const ownerKey = 'push-subscription-of';
