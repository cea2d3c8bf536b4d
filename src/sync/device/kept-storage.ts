import { type Observable, observed } from '#lib/observable.ts';

/** Missing in some browsers; only a window may ask (WHATWG Storage). */
interface Persistable {
  readonly persist?: () => Promise<boolean>;
  readonly persisted?: () => Promise<boolean>;
}

const kept = observed<boolean | null>(null);

/** True if the browser has agreed not to evict this origin's data; null if unknown. */
export const storageIsKept: Observable<boolean | null> = kept;

const storage = (): Persistable | undefined => (navigator as { storage?: Persistable }).storage;

/** Asks the browser not to evict this origin's data. The browser may ask the person. */
export async function persistStorage(): Promise<void> {
  await note(storage()?.persist?.());
}

/** Reads the browser's decision without asking. */
export async function readStorageIsKept(): Promise<void> {
  await note(storage()?.persisted?.());
}

async function note(answer: Promise<boolean> | undefined): Promise<void> {
  kept.set((await answer?.catch(() => false)) ?? null);
}
