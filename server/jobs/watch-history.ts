import { times } from '../../contract/times.ts';
import type { Store } from '../store/store.ts';

const lookEvery = 2 * times.second;

export interface WatchDeps {
  readonly store: Pick<Store, 'history' | 'newerSchema'>;
  readonly log: { error(details: object, message: string): void; warn(details: object, message: string): void };
  /** The database has another history than a moment ago: somebody has restored a backup under the running server. */
  readonly onOther: () => void;
  /** A newer version waits for this server to stop. Called once. */
  readonly onNewer: () => void;
  /** In ms. */
  readonly every?: number;
}

/** A restore goes past the server, which would tell nobody of it; on PostgreSQL nobody would even know before somebody looks. Looks until the answered function is called, which ends what is under way and resolves when nothing is. */
export function startWatchingHistory({ store, log, onOther, onNewer, every = lookEvery }: WatchDeps): () => Promise<void> {
  let known: string | null = null;
  let isBlind = false;
  let isBesideNewer = false;
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const look = async (): Promise<void> => {
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
    running = running.then(look).catch((error: unknown) => {
      if (stopping.signal.aborted) return;
      // Once, however long it lasts.
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
