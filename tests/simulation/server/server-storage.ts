import { join } from 'node:path';
import { sql } from 'kysely';
import type { Clock } from '#server/lib/clock.ts';
import { databaseName } from '#server/lib/files/state-files.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { turns } from '../world/idle.ts';
import { dieAtCommit, type Moment } from './statements.ts';
import { type Tape, tapeInMemory } from './triggers.ts';

/** The servers' storage: a SQLite file of a single server, or a PostgreSQL that several share. */
export interface ServerStorage {
  readonly servers: number;
  /** For access without a server. */
  readonly store: Store;
  readonly tape: Tape;
  readonly moments: readonly Moment[];
  /** Creates the resources of a life of a server. */
  openProcess(): Promise<ProcessResources>;
  /** Resolves when all work that nobody awaits is done. */
  whenIdle(): Promise<void>;
  /** Ends timeouts of waiting statements from now on. */
  calmDown(): void;
  /** Returns whether a living server may report this fault. */
  isExpected(fault: unknown): boolean;
  /** A fingerprint of all statements in order, by which two runs are compared. Null if the trace suffices. */
  readonly fingerprint: string | null;
  close(): Promise<void>;
}

export interface ProcessResources {
  readonly store: Store;
  /** The time of the process. */
  readonly clock: Clock;
  /** Resolves with null when the process is dead and none of its code continues, if ever. */
  readonly ended: Promise<null>;
  /** Wrap every request to the process in it. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Kills the process at this moment; returns the function that cancels it. Null if another incident is pending. */
  dieAt(moment: Moment, onDeath: () => void): (() => void) | null;
  die(): Promise<void>;
  /** Breaks all connections at a random statement soon. SQLite has none. */
  breakConnections(onBreak: () => void): void;
  /** Cancels a pending incident. */
  cancelIncident(): void;
  /** Blocks notices of other processes for the duration. */
  withoutNotices(work: () => Promise<void>): Promise<void>;
  end(): Promise<void>;
}

/** From waking the delivery until its messages are sent; in between it waits only for the database. */
const turnsOfDelivery = 8;

/**
 * A SQLite file that outlives the processes of the one server. A dead process finishes its current work, which waits for nothing,
 * unnoticed.
 */
export async function openSqliteStorage(dataDir: string, clock: Clock): Promise<ServerStorage> {
  const store = await openStore({ path: join(dataDir, databaseName), lockWait: 0 });
  // Processes die here, machines do not.
  await sql`pragma synchronous = off`.execute(sqlOf(store.reading));
  const footing: ProcessResources = {
    store,
    // Real clocks have whole milliseconds.
    clock: { now: () => Math.floor(clock.now()) },
    ended: new Promise(() => {}),
    during: (work) => work(),
    dieAt: dieAtCommit,
    die: () => Promise.resolve(),
    breakConnections: () => undefined,
    cancelIncident: () => undefined,
    withoutNotices: (work) => work(),
    end: () => Promise.resolve(),
  };
  return {
    servers: 1,
    store,
    tape: tapeInMemory,
    moments: ['before-commit', 'after-commit'],
    openProcess: () => Promise.resolve(footing),
    whenIdle: () => turns(turnsOfDelivery),
    calmDown: () => undefined,
    isExpected: () => false,
    fingerprint: null,
    close: () => store.close(),
  };
}
