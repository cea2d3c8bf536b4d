import { EventDatabase } from '../../db/database.ts';
import type { SyncClient } from '../engine/client.ts';
import { type Observed, observed } from '../../lib/observable.ts';
import type { OpenDatabase } from './device-accounts.ts';
import type { EarlyPorts } from '../device/ports.ts';
import { byServerClock, type ServerClock } from '../device/server-clock.ts';
import type { Site } from './server-settings.ts';
import type { StorageProblem } from '../device/storage.ts';
import type { Unsent } from '../outbox/loss-journal.ts';

/**
 * `starting` only until the device's storage was read. `unsentOf` names people whose commands are pending until their next sign-in;
 * `erased` confirms the erasure of an account and counts the commands deleted with it. `storage-failed`: the person's database does not
 * open, or, without `userId`, the device's own; `unsent` lists the known pending commands.
 */
export type SessionState =
  | { status: 'starting' }
  | { status: 'signed-out'; unsentOf: { name: string; count: number }[]; erased?: { unsent: number } }
  | { status: 'storage-failed'; userId: number | null; problem: StorageProblem; unsent: readonly Unsent[] }
  | { status: 'signed-in'; userId: number; client: SyncClient };

/** The parts of a session that exist before its code is loaded. */
export interface Begun {
  /** With the server's time as their clock. */
  readonly ports: EarlyPorts;
  readonly clock: ServerClock;
  readonly state: Observed<SessionState>;
  readonly site: Observed<Site>;
  /** The client of the signed-in user with an open database. */
  client: SyncClient | null;
}

export function begin(given: EarlyPorts): Begun {
  const { ports, clock } = byServerClock(given);
  const site: Site = { controller: null, contact: null, donationUrl: null, betaLabel: null };
  return { ports, clock, state: observed<SessionState>({ status: 'starting' }), site: observed(site), client: null };
}

export const openDatabase: OpenDatabase = (userId, life = 0) => new EventDatabase(userId, { life });
