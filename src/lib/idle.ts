/** Resolves when the browser is idle, or after `patience` (ms) if it has no idle callback, as Safari. */
export const idle = (patience: number): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 4_000 });
    else setTimeout(resolve, patience);
  });
