import { join } from 'node:path';
import { sql } from 'kysely';
import type { Clock } from '../../../server/lib/clock.ts';
import { databaseName } from '../../../server/lib/state-files.ts';
import { sqlOf } from '../../../server/store/core/handles.ts';
import { openStore, type Store } from '../../../server/store/store.ts';
import { turns } from '../world/quiet.ts';
import { dieAtCommit, type Moment } from './statements.ts';
import { type Tape, tapeInMemory } from './triggers.ts';

/** What the servers of a world stand on: a file that one of them has for itself, or a PostgreSQL that several share. */
export interface Ground {
  /** How many there are. */
  readonly servers: number;
  /** For whoever looks past them. */
  readonly store: Store;
  readonly tape: Tape;
  /** When a server can be made to die. */
  readonly moments: readonly Moment[];
  /** What one life of a server works with. */
  begin(): Promise<Footing>;
  /** Resolves when what was begun without anybody waiting for it has been done. */
  rest(): Promise<void>;
  /** From now on nobody who waits is told that it takes too long. */
  calmDown(): void;
  /** Whether a living server may find that something cannot be done just now. */
  mayFail(fault: unknown): boolean;
  /** What tells two plays apart: of all statements in their order. Null where the story says it all. */
  readonly course: string | null;
  close(): Promise<void>;
}

export interface Footing {
  readonly store: Store;
  /** What the process takes the time to be. */
  readonly clock: Clock;
  /** Resolves with null when the process is dead and nothing of it will ever go on, if that is so one day. */
  readonly over: Promise<null>;
  /** To be told of everything that is asked of the process. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** The process dies then; what this gives calls that off. Null where something else is about to come over it. */
  dieAt(moment: Moment, onDeath: () => void): (() => void) | null;
  /** It dies now. */
  die(): Promise<void>;
  /** All its connections break somewhere before long. A file has none. */
  breakConnections(onBreak: () => void): void;
  /** What was about to come over it does not. */
  spare(): void;
  /** It hears nothing of other processes for as long as this lasts. */
  whileDeaf(meanwhile: () => Promise<void>): Promise<void>;
  /** It has stopped. */
  end(): Promise<void>;
}

/** From the waking of the delivery until its messages are on their way; nothing in between waits for anything but the database. */
const turnsOfDelivery = 8;

/** A file, which outlives the processes of the one server. What a dead one was doing is done, as it waits for nothing, and nobody hears of it. */
export async function groundInFile(dataDir: string, clock: Clock): Promise<Ground> {
  const store = await openStore({ path: join(dataDir, databaseName), lockWait: 0 });
  // Processes die here, machines do not.
  await sql`pragma synchronous = off`.execute(sqlOf(store.reading));
  const footing: Footing = {
    store,
    // Machines say whole milliseconds.
    clock: { now: () => Math.floor(clock.now()) },
    over: new Promise(() => {}),
    during: (work) => work(),
    dieAt: dieAtCommit,
    die: () => Promise.resolve(),
    breakConnections: () => undefined,
    spare: () => undefined,
    whileDeaf: (meanwhile) => meanwhile(),
    end: () => Promise.resolve(),
  };
  return {
    servers: 1,
    store,
    tape: tapeInMemory,
    moments: ['before-commit', 'after-commit'],
    begin: () => Promise.resolve(footing),
    rest: () => turns(turnsOfDelivery),
    calmDown: () => undefined,
    mayFail: () => false,
    course: null,
    close: () => store.close(),
  };
}
