import type { EventDatabase } from '../../db/database.ts';
import type { ApiClient } from '../wire/api-client.ts';
import type { Ports } from '../device/ports.ts';
import type { SyncStatus } from './status.ts';

/** What sender and receiver of one client share. */
export interface EngineParts {
  readonly db: EventDatabase;
  readonly ports: Ports;
  readonly api: ApiClient;
  readonly isStopped: () => boolean;
  /** Runs a loop's task; a failure of the storage is told, and tried again later. */
  readonly guarded: (task: () => Promise<number | null | void>) => Promise<number | null>;
  readonly onProblem: (error: unknown) => void;
  readonly note: (part: Partial<SyncStatus>) => void;
}
