/** Waits until the browser has nothing better to do; Safari has no idle callback. */
function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(task, { timeout: 4_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(task, 1_500);
  return () => clearTimeout(timer);
}

/**
 * Loads code that may be needed soon, when the browser is idle and the service worker holds it already: that costs no network,
 * and the screen then opens at once. The answer cancels what has not begun.
 */
export function preloadAhead(loads: readonly (() => Promise<void>)[]): () => void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  let cancel: () => void = () => undefined;
  const begin = (): void => {
    // What cannot be loaded now is loaded when it is needed.
    cancel = whenIdle(() => void Promise.allSettled(loads.map((load) => load())));
  };
  if (container?.controller) begin();
  else container?.addEventListener('controllerchange', begin, { once: true });
  return () => {
    container?.removeEventListener('controllerchange', begin);
    cancel();
  };
}
