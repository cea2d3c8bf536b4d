/** Missing in workers and in Safari. */
interface WithIdle {
  readonly requestIdleCallback?: (run: () => void, options: { readonly timeout: number }) => unknown;
}

/** Resolves when the browser is idle, or after `patience` (ms) if it has no idle callback. */
export const idle = (patience: number): Promise<void> =>
  new Promise((resolve) => {
    const { requestIdleCallback: request } = globalThis as WithIdle;
    if (request) request(() => resolve(), { timeout: 4_000 });
    else setTimeout(resolve, patience);
  });
