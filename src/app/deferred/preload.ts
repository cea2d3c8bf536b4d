import { idle } from '#lib/idle.ts';

/**
 * Loads code that may be needed soon, when the service worker has it cached: it costs no network, and the screen then opens at once. One
 * part in each idle moment, as their evaluation together would delay a tap. Returns a function that cancels the loads that have not begun.
 */
export function preloadAhead(loads: readonly (() => Promise<void>)[]): () => void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  let isOver = false;
  const begin = async (): Promise<void> => {
    await idle(1_500);
    for (const load of loads) {
      await idle(50);
      if (isOver) return;
      // A load that fails now is repeated when the code is needed.
      await load().catch(() => undefined);
    }
  };
  const onControl = (): void => void begin();
  if (container?.controller) onControl();
  else container?.addEventListener('controllerchange', onControl, { once: true });
  return () => {
    isOver = true;
    container?.removeEventListener('controllerchange', onControl);
  };
}
