/** Waits until the browser is idle; Safari has no idle callback. */
function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(task, { timeout: 4_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(task, 1_500);
  return () => clearTimeout(timer);
}

/**
 * Loads code that may be needed soon, when the browser is idle and the service worker has it cached: it costs no network, and the screen
 * then opens at once. Returns a function that cancels loads that have not begun.
 */
export function preloadAhead(loads: readonly (() => Promise<void>)[]): () => void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  let cancel: () => void = () => undefined;
  const begin = (): void => {
    // A load that fails now is repeated when the code is needed.
    cancel = whenIdle(() => void Promise.allSettled(loads.map((load) => load())));
  };
  if (container?.controller) begin();
  else container?.addEventListener('controllerchange', begin, { once: true });
  return () => {
    container?.removeEventListener('controllerchange', begin);
    cancel();
  };
}
