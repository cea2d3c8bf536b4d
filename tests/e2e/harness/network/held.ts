import type { BrowserContext } from 'playwright-core';

/** A held request: `reached` resolves when it has arrived. */
export interface Held {
  readonly reached: Promise<void>;
  release(): void;
}

export interface Semaphore {
  readonly reached: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
}

export const newSemaphore = (): Semaphore => ({ reached: Promise.withResolvers(), released: Promise.withResolvers() });
export const held = ({ reached, released }: Semaphore): Held => ({ reached: reached.promise, release: () => released.resolve() });

/** Holds the requests of a device for this path until they are released; later ones pass. */
export async function hold(context: BrowserContext, path: string): Promise<Held> {
  const { reached, released } = newSemaphore();
  await context.route(`**${path}`, async (route) => {
    reached.resolve();
    await released.promise;
    await route.continue();
  });
  return held({ reached, released });
}
