/** Static routing (W3C Service Workers), which is in no type library yet; browsers that do not have it ask the worker. */
interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes?(rules: readonly StaticRoute[]): Promise<void>;
}

interface StaticRoute {
  readonly condition: { readonly urlPattern: { readonly pathname: string } };
  readonly source: { readonly cacheName: string };
}

/** Has the browser take what a build names by its content from this cache, without the worker, which it may have to wake for it. */
export function routeAroundWorker(worker: ServiceWorkerGlobalScope, cacheName: string): void {
  worker.addEventListener('install', (event: RoutedInstallEvent) => {
    const routed = event.addRoutes?.([{ condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName } }]);
    // Without, the worker answers.
    if (routed) event.waitUntil(routed.catch(() => undefined));
  });
}
