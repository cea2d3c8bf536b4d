import { cacheNames, clientsClaim, registerQuotaErrorCallback } from 'workbox-core';
import { addPlugins, addRoute, cleanupOutdatedCaches, createHandlerBoundToURL, matchPrecache, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { isPictureLink } from '#contract/pictures.ts';
import { EventDatabase } from '#db/database.ts';
import { browserPorts } from '#sync/device/browser-ports.ts';
import { drainInWorker } from '#sync/session/drain-in-worker.ts';
import { DeviceAccounts } from '#sync/session/device-accounts.ts';
import { pictureCaches } from '#sync/device/picture-caches.ts';
import { receivedPath } from '#sync/device/received-content.ts';
import { keptStartPage } from '#sync/device/start-page.ts';
import { endSubscription, forgetAddresses } from '#sync/device/traces.ts';
import { skipWaitingMessage } from '#sync/device/worker-messages.ts';
import { atMost, onlyOwnFiles, onlyPictures } from './cache-plugins.ts';
import { deleteAfterSignOut } from './delete-after-sign-out.ts';
import { type Notice, onPush, openFrom } from './push.ts';
import { renewSubscription, type SubscriptionChange } from './renew-subscription.ts';
import { onShare } from './share-target.ts';
import { startPageAt } from './start-page.ts';
import { onWakeUp } from './wake-up.ts';

declare const self: ServiceWorkerGlobalScope;

clientsClaim();
routeAroundWorker(self, cacheNames.precache);
// The previous version rendered it.
self.addEventListener('activate', (event) => {
  event.waitUntil(keptStartPage.forget());
  forgetAddresses();
});
cleanupOutdatedCaches();

addPlugins([onlyOwnFiles]);
// The shell and the texts of both languages, which are requested with a version query.
precache(self.__WB_MANIFEST);
const shell = createHandlerBoundToURL('/index.html');
const isPrecached = async (path: string): Promise<boolean> => (await matchPrecache(path)) !== undefined;
// Before the shell's route, which has the same address.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && url.pathname === '/' && url.search === '',
  async (options) => (await startPageAt(Date.now(), isPrecached)) ?? shell(options),
);
addRoute({ ignoreURLParametersMatching: [/^v$/] });
registerRoute(new NavigationRoute(shell, { denylist: [/^\/(api|images|healthz|readyz|metrics)(\/|$)/] }));

const ports = browserPorts();
const people = new DeviceAccounts(ports, (userId, life = 0) => new EventDatabase(userId, { life }));
// After all other plugins, which may open the cache again.
const last = deleteAfterSignOut(() => people.signedIn(), ports.forgetTraces);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === receivedPath,
  ({ request }) => onShare(request, ports, () => people.signedIn()),
  'POST',
);

// Thumbnails of photos stay, as a visit without a network needs them most.
registerQuotaErrorCallback(() =>
  Promise.all([pictureCaches.headers, pictureCaches.faces, pictureCaches.whole].map((name) => caches.delete(name))),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === '/images/logo',
  new StaleWhileRevalidate({ cacheName: 'logo', plugins: [onlyPictures] }),
);
// Header pictures of a few events; the address of a hidden event has its key.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/images\/events\/\d+\/event-header\.png$/.test(url.pathname),
  new StaleWhileRevalidate({
    cacheName: pictureCaches.headers,
    plugins: [onlyPictures, atMost(pictureCaches.headers, 20), last],
  }),
);

// Profile pictures, before the route of thumbnails, which are deleted with their photos.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/images\/people\/[\w-]{22}-\d+x\d+-small\.webp$/.test(url.pathname),
  new CacheFirst({
    cacheName: pictureCaches.faces,
    plugins: [onlyPictures, atMost(pictureCaches.faces, 500), last],
  }),
);

// The content of a picture link never changes. Thumbnails are deleted with their photos, full-size pictures above a limit.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/images\/[a-z]+\/[\w-]{22}-\d+x\d+-small\.webp$/.test(url.pathname),
  new CacheFirst({ cacheName: pictureCaches.thumbnails, plugins: [onlyPictures, last] }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isPictureLink(url.pathname),
  new CacheFirst({
    cacheName: pictureCaches.whole,
    plugins: [onlyPictures, atMost(pictureCaches.whole, 200), last],
  }),
);

let draining: Promise<unknown> = Promise.resolve();

onWakeUp(self, () => {
  const drained = drainInWorker(ports);
  draining = drained.catch(() => undefined);
  return drained;
});

self.addEventListener('message', (event) => {
  if (event.data !== skipWaitingMessage) return;
  // An update must not take over during a drain.
  event.waitUntil(draining.then(() => self.skipWaiting()));
});

self.addEventListener('push', (event) => {
  const show = ({ title, options }: Notice): Promise<void> => self.registration.showNotification(title, options);
  const pushed = { text: event.data?.text(), origin: self.location.origin };
  // The open app replaces this dot by a number; a browser may refuse it.
  const mark = async (): Promise<void> => self.navigator.setAppBadge?.().catch(() => undefined);
  const unsubscribe = () => endSubscription(self.registration);
  event.waitUntil(onPush(pushed, { signedIn: () => people.signedIn(), show, unsubscribe, mark }));
});

self.addEventListener('pushsubscriptionchange', (event: ExtendableEvent & SubscriptionChange) => {
  event.waitUntil(people.signedIn().then((userId) => renewSubscription(event, self.registration, ports, userId)));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openFrom(event.notification.data, self.clients));
});

/** Static routing (W3C Service Workers); missing in type libraries. Browsers without it ask the worker. */
interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes?(rules: readonly StaticRoute[]): Promise<void>;
}

interface StaticRoute {
  readonly condition: { readonly urlPattern: { readonly pathname: string } };
  readonly source: { readonly cacheName: string };
}

/** Serves content-hashed build files from this cache without the worker, which the browser would have to start. */
function routeAroundWorker(worker: ServiceWorkerGlobalScope, cacheName: string): void {
  worker.addEventListener('install', (event: RoutedInstallEvent) => {
    const routed = event.addRoutes?.([{ condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName } }]);
    // If it fails, the worker answers.
    if (routed) event.waitUntil(routed.catch(() => undefined));
  });
}
