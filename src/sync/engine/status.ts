import type { StorageProblem } from '../device/storage.ts';
import type { Unsent } from '../outbox/loss-journal.ts';

/** The state that the indicator in the header shows. Times are milliseconds since the epoch by the clock of the device. */
export interface SyncStatus {
  /** `unknown` until the first request has ended. */
  readonly connection: 'unknown' | 'online' | 'offline';
  /** True if `connection` is `offline` because a proxy cannot reach the server. */
  readonly gateway: boolean;
  /** True if the server has a later contract version than this app. */
  readonly behind: boolean;
  /** True if the feed brought rows of resources that this app lacks. */
  readonly skipping: boolean;
  /** The status of the last pull if the server answered it with an error. */
  readonly pullRefused: number | null;
  readonly waiting: number;
  /** The number of full-size pictures that are still to follow a small version. */
  readonly following: number;
  /** The number of commands that are refused or in conflict. */
  readonly needsAttention: number;
  readonly upToDateAt: number | null;
  /** The number of rows received so far during a first load, otherwise null. */
  readonly firstLoad: { readonly rows: number } | null;
  /** Set when the device could not store something; the text is `storage.<problem>`. */
  readonly storageProblem: StorageProblem | null;
  /** The scopes, separated by spaces, of which this device holds only windows of some lists; missing until they are read. */
  readonly windowed?: string;
  /** Unsent commands that were lost with a deleted or damaged database. */
  readonly lost: readonly Unsent[];
}

export const initialStatus: SyncStatus = {
  connection: 'unknown',
  gateway: false,
  behind: false,
  skipping: false,
  pullRefused: null,
  waiting: 0,
  following: 0,
  needsAttention: 0,
  upToDateAt: null,
  firstLoad: null,
  storageProblem: null,
  lost: [],
};

export type RefreshProblem = 'no-network' | 'no-server' | { readonly status: number };

/** Returns the reason why the data may be stale right after a refresh, or null. */
export function refreshProblem({ connection, gateway, pullRefused }: SyncStatus): RefreshProblem | null {
  if (connection === 'offline') return gateway ? 'no-server' : 'no-network';
  return pullRefused === null ? null : { status: pullRefused };
}
