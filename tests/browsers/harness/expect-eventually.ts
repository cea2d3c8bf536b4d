import { expect, vi } from 'vitest';

/** How long (ms) a person waits for a screen on a busy machine. */
export const patience = 30_000;

/** Waits until `read` returns this value. Repeats reads that fail because the page is being replaced. */
export async function expectEventually<T>(read: () => Promise<T>, value: T, subject?: string): Promise<void> {
  await vi.waitFor(async () => expect(await read(), subject).toEqual(value), { timeout: patience, interval: 100 });
}
