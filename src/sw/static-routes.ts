/** Static routing (W3C Service Workers); missing in type libraries. Browsers without it ask the worker. */
interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes?(rules: readonly StaticRoute[]): Promise<void>;
}

interface StaticRoute {
  readonly condition: { readonly urlPattern: { readonly pathname: string } };
  readonly source: { readonly cacheName: string };
}

/** Serves content-hashed build files from this cache without the worker, which the browser would have to start. */
export function routeAroundWorker(worker: ServiceWorkerGlobalScope, cacheName: string): void {
  worker.addEventListener('install', (event: RoutedInstallEvent) => {
    const routed = event.addRoutes?.([{ condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName } }]);
    // If it fails, the worker answers.
    if (routed) event.waitUntil(routed.catch(() => undefined));
  });
}
