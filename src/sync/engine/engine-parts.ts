import type { EventDatabase } from '#db/database.ts';
import type { ApiClient } from '../wire/api-client.ts';
import type { Ports } from '../device/ports.ts';
import type { SyncStatus } from './status.ts';
import type { PendingWork } from './pending-work.ts';
import type { DraftWriter } from './drafts.ts';
import type { Observable, Observed } from '#lib/observable.ts';
import type { UploadProgress } from '../exchange/upload.ts';

export interface EngineParts {
  readonly db: EventDatabase;
  readonly ports: Ports;
  readonly api: ApiClient;
  readonly isStopped: () => boolean;
  /** Wraps the task of a loop: reports a storage failure, and retries with a back-off of its own while the app is visible. */
  readonly guarded: (task: () => Promise<number | null | void>) => () => Promise<number | null>;
  /** True if nothing is retried until the app is visible again. */
  readonly isResting: () => boolean;
  readonly onProblem: (error: unknown) => void;
  readonly note: (part: Partial<SyncStatus>) => void;
}

/** The client of an engine. `SyncClient` documents the members. */
export interface EngineHost {
  readonly db: EventDatabase;
  readonly userId: number;
  readonly isStopped: boolean;
  readonly activity: PendingWork;
  readonly drafts: ReadonlySet<DraftWriter>;
  readonly status: Observable<SyncStatus>;
  readonly awaited: Observed<ReadonlySet<number>>;
  readonly upload: Observed<UploadProgress | null>;
  note(part: Partial<SyncStatus>): void;
  noteProblem(error: unknown): void;
}
