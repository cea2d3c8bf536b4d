import { times } from '#contract/times.ts';
import type { Store } from '../store/store.ts';

const checkEvery = 2 * times.second;

export interface WatchDeps {
  readonly store: Pick<Store, 'history' | 'newerSchema'>;
  readonly log: { error(details: object, message: string): void; warn(details: object, message: string): void };
  /** The history of the database has changed: a backup was restored under the running server. */
  readonly onOther: () => void;
  /** A newer version waits for this server to stop. Called once. */
  readonly onNewer: () => void;
  readonly every?: number;
}

/**
 * Watches the history of the database, because a restore does not notify the server. Returns a function that stops the watch, aborts the
 * current look and resolves when it has ended.
 */
export function startWatchingHistory({ store, log, onOther, onNewer, every = checkEvery }: WatchDeps): () => Promise<void> {
  let known: string | null = null;
  let isBlind = false;
  let isBesideNewer = false;
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const check = async (): Promise<void> => {
    stopping.signal.throwIfAborted();
    const epoch = await store.history(stopping.signal);
    const newer = await store.newerSchema();
    isBlind = false;
    if (newer !== null && !isBesideNewer) {
      isBesideNewer = true;
      log.warn({ schema: newer }, 'a newer version takes over the database; this server stops');
      onNewer();
    }
    const other = known !== null && known !== epoch;
    known = epoch;
    if (!other) return;
    log.warn({ epoch }, 'this is not the database of a moment ago: it was put back, or is a copy; devices load it anew');
    onOther();
  };
  const run = (): void => {
    running = running.then(check).catch((error: unknown) => {
      if (stopping.signal.aborted) return;
      // Logged once per outage.
      if (!isBlind) log.error({ err: error }, 'the history could not be read');
      isBlind = true;
    });
  };
  run();
  const timer = setInterval(run, every).unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
    return running;
  };
}
