import { type Platform, platform } from '../../lib/platform.ts';

/** What stands in the way of push messages to this device. */
export type PushProblem = 'needs_install' | 'unsupported' | 'denied' | 'no_worker' | 'no_network' | 'unavailable' | 'refused' | 'failed';

/** What this browser offers of the Push API (W3C) and of notifications, passed in so that a test can play any phone. */
export interface PushPlatform {
  support(): Platform['push'];
  permission(): NotificationPermission;
  askPermission(): Promise<NotificationPermission>;
  /** The service worker's registration, once it is active; undefined where there is none. */
  registration(): Promise<PushRegistration | undefined>;
  readonly store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/** As much of a `PushManager`'s owner as is used here. */
export interface PushRegistration {
  readonly pushManager: {
    getSubscription(): Promise<PushSubscription | null>;
    subscribe(options: { userVisibleOnly: boolean; applicationServerKey: string }): Promise<PushSubscription>;
  };
}

/** The platform of the browser that this runs in. */
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

/** Where this browser keeps what the server was told last, and whose it is: a phone is passed on, and the next person has not asked for anything. */
export const subscriptionKey = 'push-subscription';
export const ownerKey = 'push-subscription-of';
