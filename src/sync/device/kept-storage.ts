import { type Observable, observed } from '../../lib/observable.ts';

/** Not in every browser; only a window may ask (WHATWG Storage). */
interface Persistable {
  readonly persist?: () => Promise<boolean>;
  readonly persisted?: () => Promise<boolean>;
}

const kept = observed<boolean | null>(null);

/** True if the browser has agreed not to delete what is stored here; null while that is not known. */
export const storageIsKept: Observable<boolean | null> = kept;

const storage = (): Persistable | undefined => (navigator as { storage?: Persistable }).storage;

/** Asks the browser to keep what is stored here. It may ask the person. */
export async function persistStorage(): Promise<void> {
  await note(storage()?.persist?.());
}

/** Reads what the browser has agreed to, without a question. */
export async function readStorageIsKept(): Promise<void> {
  await note(storage()?.persisted?.());
}

async function note(answer: Promise<boolean> | undefined): Promise<void> {
  kept.set((await answer?.catch(() => false)) ?? null);
}
