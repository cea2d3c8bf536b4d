/**
 * A storage problem. `full`: no room; `lost`: the database is deleted, closed or damaged; `blocked`: another tab has it open in an older
 * version; `outdated`: another tab has upgraded it beyond this app.
 */
export type StorageProblem = 'full' | 'lost' | 'blocked' | 'outdated';

/** Thrown if a command or draft could not be stored: it was not accepted, and its text is still in the form. */
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

/**
 * Dexie stores the browser's error in `inner`, those of bulk calls in `failuresByPos`, and those of changes and deletions in `failures`.
 */
interface Failure {
  readonly name?: string;
  readonly inner?: unknown;
  readonly cause?: unknown;
  readonly failuresByPos?: Readonly<Record<number, unknown>>;
  readonly failures?: readonly unknown[];
}

/** Returns the storage problem by the error's name (W3C IndexedDB, Dexie), or null for other errors. */
export function storageProblemOf(error: unknown): StorageProblem | null {
  const name = nameOf(error);
  if (name === 'QuotaExceededError') return 'full';
  return lostNames.has(name) ? 'lost' : null;
}

/** Errors of a transaction whose connection was lost, in contrast to a closed or unopenable database. */
const connectionNames = new Set(['UnknownError', 'InvalidStateError', 'AbortError']);

/** True if the browser lost its connection to an existing database. */
export function isDatabaseLost(error: unknown): boolean {
  return connectionNames.has(nameOf(error));
}

/** Returns the name of the innermost error; a full device is detected at any depth. */
function nameOf(error: unknown): string {
  let cause = (error ?? {}) as Failure;
  for (;;) {
    if (cause.name === 'QuotaExceededError') return cause.name;
    const next = (cause.inner ?? cause.cause ?? Object.values(cause.failuresByPos ?? {})[0] ?? cause.failures?.[0]) as Failure | undefined;
    if (!next || next === cause) return cause.name ?? '';
    cause = next;
  }
}
