import { cacheNames, clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { addPlugins, addRoute, cleanupOutdatedCaches, createHandlerBoundToURL, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { isPictureLink } from '../../contract/pictures.ts';
import { EventDatabase } from '../db/database.ts';
import { browserPorts } from '../sync/device/browser-ports.ts';
import { drainInWorker } from '../sync/session/drain-in-worker.ts';
import { People } from '../sync/session/people.ts';
import { pictureCaches } from '../sync/device/picture-caches.ts';
import { keptStartPage } from '../sync/device/start-page.ts';
import { skipWaitingMessage } from '../sync/device/worker-messages.ts';
import { nothingLeftBehind } from './left-behind.ts';
import { noticeOf, openFrom } from './push.ts';
import { onlyOwnFiles, onlyPictures } from './only-ours.ts';
import { startPageAt } from './start-page.ts';
import { routeAroundWorker } from './static-routes.ts';
import { onWakeUp } from './wake-up.ts';

declare const self: ServiceWorkerGlobalScope;

clientsClaim();
routeAroundWorker(self, cacheNames.precache);
// Drawn by the version before.
self.addEventListener('activate', (event) => event.waitUntil(keptStartPage.forget()));
cleanupOutdatedCaches();

addPlugins([onlyOwnFiles]);
// The shell and both languages; texts are asked for with a version query.
precache(self.__WB_MANIFEST);
const shell = createHandlerBoundToURL('/index.html');
// Before the shell, which answers for this address too.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && url.pathname === '/' && url.search === '',
  async (options) => (await startPageAt(Date.now())) ?? shell(options),
);
addRoute({ ignoreURLParametersMatching: [/^v$/] });
registerRoute(new NavigationRoute(shell, { denylist: [/^\/(api|images|healthz|readyz|metrics)(\/|$)/] }));

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/images\/(logo|events\/\d+\/event-header\.png)$/.test(url.pathname),
  new StaleWhileRevalidate({ cacheName: 'header-pictures', plugins: [onlyPictures] }),
);

const people = new People(browserPorts(), (userId, life = 0) => new EventDatabase(userId, { life }));
// After all others, which may open the cache again.
const last = nothingLeftBehind(() => people.signedIn(), caches);

// People's, before those of photos, which are let go with their photos.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/images\/people\/[\w-]{22}-\d+x\d+-small\.webp$/.test(url.pathname),
  new CacheFirst({
    cacheName: pictureCaches.faces,
    plugins: [onlyPictures, new ExpirationPlugin({ maxEntries: 500, purgeOnQuotaError: true }), last],
  }),
);

// What a link of a picture leads to never changes. Thumbnails are let go with their photos, whole pictures when there are too many.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/images\/[a-z]+\/[\w-]{22}-\d+x\d+-small\.webp$/.test(url.pathname),
  new CacheFirst({ cacheName: pictureCaches.thumbnails, plugins: [onlyPictures, last] }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isPictureLink(url.pathname),
  new CacheFirst({
    cacheName: pictureCaches.whole,
    plugins: [onlyPictures, new ExpirationPlugin({ maxEntries: 200, purgeOnQuotaError: true }), last],
  }),
);

let draining: Promise<unknown> = Promise.resolve();

onWakeUp(self, () => {
  const drained = drainInWorker(browserPorts());
  draining = drained.catch(() => undefined);
  return drained;
});

self.addEventListener('message', (event) => {
  if (event.data !== skipWaitingMessage) return;
  // An update never takes over in the middle of a drain.
  event.waitUntil(draining.then(() => self.skipWaiting()));
});

self.addEventListener('push', (event) => {
  const { title, options } = noticeOf(event.data?.text(), self.location.origin);
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openFrom(event.notification.data, self.clients));
});
