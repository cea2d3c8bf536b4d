/**
 * What the device could not store. `full`: no room; `lost`: the database is gone, closed or broken; `blocked`: another tab holds it as it was
 * before an update; `outdated`: another tab has updated it, and this one is too old for it.
 */
export type StorageProblem = 'full' | 'lost' | 'blocked' | 'outdated';

/** Thrown to the screen where a command or draft could not be stored: it was not accepted, and the text is still in the form. */
export class StorageError extends Error {
  readonly problem: StorageProblem;

  constructor(problem: StorageProblem, cause: unknown) {
    super(`storage ${problem}`, { cause });
    this.name = 'StorageError';
    this.problem = problem;
  }
}

const lostNames = new Set([
  'DatabaseClosedError',
  'OpenFailedError',
  'UnknownError',
  'InvalidStateError',
  'NotFoundError',
  'VersionError',
  'MissingAPIError',
  'AbortError',
]);

/** Dexie wraps what the browser says in `inner`, what a bulk call met in `failuresByPos`, and what a change or deletion met in `failures`. */
interface Failure {
  readonly name?: string;
  readonly inner?: unknown;
  readonly cause?: unknown;
  readonly failuresByPos?: Readonly<Record<number, unknown>>;
  readonly failures?: readonly unknown[];
}

/** Tells a failure of the device's storage by its name (W3C IndexedDB exceptions, Dexie's wrappers); null for anything else. */
export function storageProblemOf(error: unknown): StorageProblem | null {
  const name = nameOf(error);
  if (name === 'QuotaExceededError') return 'full';
  return lostNames.has(name) ? 'lost' : null;
}

/** What a transaction meets whose connection went away under it; a database that was closed or does not open is something else. */
const connectionNames = new Set(['UnknownError', 'InvalidStateError', 'AbortError']);

/** Whether the browser lost its connection to a database that is still there. */
export function isDatabaseLost(error: unknown): boolean {
  return connectionNames.has(nameOf(error));
}

/** The name of what is at the bottom of a failure; no room is found wherever it is named. */
function nameOf(error: unknown): string {
  let cause = (error ?? {}) as Failure;
  for (;;) {
    if (cause.name === 'QuotaExceededError') return cause.name;
    const next = (cause.inner ?? cause.cause ?? Object.values(cause.failuresByPos ?? {})[0] ?? cause.failures?.[0]) as Failure | undefined;
    if (!next || next === cause) return cause.name ?? '';
    cause = next;
  }
}
