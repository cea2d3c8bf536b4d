import type { BrowserContext, Worker } from 'playwright-core';
import type { PushDevice } from '#tests/fixtures/messages/push-service.ts';

/**
 * Makes a browser subscribe at the test's push service, because the vendor's is unreachable. Permission, service worker, push event and
 * notifications are the browser's.
 */
export async function subscribeAt(context: BrowserContext, { subscription }: PushDevice): Promise<void> {
  await context.addInitScript((text) => {
    const known = 'test-push-subscription';
    const made = (): unknown => ({
      ...(JSON.parse(text) as { endpoint: string }),
      unsubscribe: () => {
        localStorage.removeItem(known);
        return Promise.resolve(true);
      },
    });
    PushManager.prototype.subscribe = function () {
      localStorage.setItem(known, 'yes');
      return Promise.resolve(made() as PushSubscription);
    };
    PushManager.prototype.getSubscription = function () {
      return Promise.resolve(localStorage.getItem(known) === null ? null : (made() as PushSubscription));
    };
  }, subscription);
}

/** The part of the Chrome DevTools Protocol's worker version that is used here. */
interface WorkerVersion {
  readonly status: string;
  readonly runningStatus: string;
  readonly scriptURL: string;
  readonly registrationId: string;
}

/** Delivers a message to the service worker, as the browser does for its vendor's service; needs no page of the app. */
export async function deliverPush(context: BrowserContext, origin: string, payload: unknown): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // A registration is reported before its worker is active; a message before that, or to a worker that is stopping, is lost.
  let versions: readonly WorkerVersion[] = [];
  const waiting = new Set<() => void>();
  session.on('ServiceWorker.workerVersionUpdated', (updated) => {
    versions = updated.versions;
    for (const look of waiting) look();
  });
  const activeIn = (running: readonly string[]): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        const active = versions.find(
          ({ status, runningStatus, scriptURL }) =>
            status === 'activated' && running.includes(runningStatus) && new URL(scriptURL).origin === origin,
        );
        if (!active) return;
        waiting.delete(look);
        resolve(active.registrationId);
      };
      waiting.add(look);
      look();
    });
  await session.send('ServiceWorker.enable');
  const registrationId = await activeIn(['running', 'stopped']);
  await expectNotification(context);
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) });
  await activeIn(['running']);
  await workerOf(context).evaluate(() => (globalThis as unknown as Scope).shown);
  await page.close();
}

/**
 * Makes the worker report when its next notification is shown. Chromium drops a notification if it is queried between being stored and
 * being shown (3 of 21 runs with slow pages), so nothing may query before.
 */
function expectNotification(context: BrowserContext): Promise<void> {
  return workerOf(context).evaluate(() => {
    const scope = globalThis as unknown as Scope;
    const { registration } = scope;
    const show = ServiceWorkerRegistration.prototype.showNotification;
    scope.shown = new Promise((resolve, reject) => {
      registration.showNotification = (...notification) => {
        const showing = show.apply(registration, notification);
        showing.then(resolve, reject);
        return showing;
      };
    });
  });
}

export function workerOf(context: BrowserContext): Worker {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('no service worker');
  return worker;
}

/** The part of the service worker's global scope that is used here. */
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  shown: Promise<void>;
  readonly clients: { openWindow(url: string): Promise<null> };
  readonly NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
  dispatchEvent(event: Event): boolean;
}

export interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
}

export function shownNotifications(context: BrowserContext): Promise<ShownNotification[]> {
  return workerOf(context).evaluate(async () => {
    const { registration } = globalThis as unknown as Scope;
    return (await registration.getNotifications()).map(({ title, body, lang }) => ({ title, body, lang }));
  });
}

/**
 * Taps the shown notification. Only a real tap lets a worker open or focus a window, so this returns the address that it would open, or
 * null if it used an open window.
 */
export function tapNotification(context: BrowserContext): Promise<string | null> {
  return workerOf(context).evaluate(async () => {
    const scope = globalThis as unknown as Scope;
    const [notification] = await scope.registration.getNotifications();
    let opened: string | null = null;
    scope.clients.openWindow = (url) => {
      opened = url;
      return Promise.resolve(null);
    };
    const event = new scope.NotificationEvent('notificationclick', { notification: notification! });
    const work: Promise<unknown>[] = [];
    Object.defineProperty(event, 'waitUntil', { value: (promise: Promise<unknown>) => work.push(promise) });
    scope.dispatchEvent(event);
    await Promise.all(work);
    return opened;
  });
}
