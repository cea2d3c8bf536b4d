/** What stands in the way of push messages to this device. */
export type PushProblem = 'needs_install' | 'unsupported' | 'denied' | 'no_worker' | 'no_network' | 'unavailable' | 'refused' | 'failed';

/** What this browser offers of the Push API (W3C) and of notifications, passed in so that a test can play any phone. */
export interface PushPlatform {
  /** `needs-install`: iPhones and iPads push to the installed app only, and this is a tab. */
  support(): 'supported' | 'needs-install' | 'unsupported';
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
    support: () => {
      if (isAppleMobile(navigator.userAgent, navigator.maxTouchPoints) && !runsInstalled()) return 'needs-install';
      return 'PushManager' in globalThis && 'Notification' in globalThis && 'serviceWorker' in navigator ? 'supported' : 'unsupported';
    },
    permission: () => ('Notification' in globalThis ? Notification.permission : 'denied'),
    askPermission: () => Notification.requestPermission(),
    registration: async () => ((await navigator.serviceWorker.getRegistration()) ? navigator.serviceWorker.ready : undefined),
    get store() {
      return localStorage;
    },
  };
}

/** Whether this is an iPhone or iPad; an iPad says that it is a Mac, but Macs have no touch screen. */
export function isAppleMobile(userAgent: string, touchPoints: number): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1);
}

function runsInstalled(): boolean {
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === true || matchMedia('(display-mode: standalone)').matches;
}

/** Where this browser keeps what the server was told last, and whose it is: a phone is passed on, and the next person has not asked for anything. */
export const subscriptionKey = 'push-subscription';
export const ownerKey = 'push-subscription-of';
