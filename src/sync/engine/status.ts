import type { StorageProblem } from '../device/storage.ts';
import type { Unsent } from '../outbox/loss-journal.ts';

/** What the header's indicator says. Times are milliseconds since the epoch by this device's clock. */
export interface SyncStatus {
  /** `unknown` until the first request has ended one way or the other. */
  readonly connection: 'unknown' | 'online' | 'offline';
  /** It is `offline` because a proxy does not reach the server, and not for want of a network. */
  readonly gateway: boolean;
  /** The server speaks a later contract than this app. */
  readonly behind: boolean;
  /** The feed has brought rows of resources that this app does not know. */
  readonly skipping: boolean;
  /** The status that the server last answered with instead of the news; null where it gave them, or no answer came. */
  readonly pullRefused: number | null;
  /** Commands that wait to be sent. */
  readonly waiting: number;
  /** Waiting pictures that were sent in small and follow in full quality. */
  readonly following: number;
  /** Commands that need the person: refused or in conflict. */
  readonly needsAttention: number;
  /** When the mirror last was level with the server; null before the first time. */
  readonly upToDateAt: number | null;
  /** During the very first load: rows that have arrived so far. */
  readonly firstLoad: { readonly rows: number } | null;
  /** Set when the device could not store something; the sentence is `storage.<problem>`. */
  readonly storageProblem: StorageProblem | null;
  /** What was not sent and went with a database that the browser, or a fault, took away. */
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

/** Why what is shown may not be the latest, right after it was refreshed; null where it is. */
export function refreshProblem({ connection, gateway, pullRefused }: SyncStatus): RefreshProblem | null {
  if (connection === 'offline') return gateway ? 'no-server' : 'no-network';
  return pullRefused === null ? null : { status: pullRefused };
}
