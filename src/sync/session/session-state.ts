import { EventDatabase } from '#db/database.ts';
import type { SyncClient } from '../engine/client.ts';
import { type Observed, observed } from '#lib/observable.ts';
import type { OpenDatabase } from './device-accounts.ts';
import type { EarlyPorts } from '../device/ports.ts';
import { byServerClock, type ServerClock } from '../device/server-clock.ts';
import type { Site } from './server-settings.ts';
import type { StorageProblem } from '../device/storage.ts';
import type { Unsent } from '../outbox/loss-journal.ts';

/**
 * `starting`: the device's storage is being read. `signed-out`: `unsentOf` lists people with pending commands, `erased` confirms an
 * erasure. `storage-failed`: the database of the person, or without `userId` of the device, does not open; `unsent` lists its commands.
 */
export type SessionState =
  | { status: 'starting' }
  | { status: 'signed-out'; unsentOf: { name: string; count: number }[]; erased?: { unsent: number } }
  | { status: 'storage-failed'; userId: number | null; problem: StorageProblem; unsent: readonly Unsent[] }
  | { status: 'signed-in'; userId: number; client: SyncClient };

/** The parts of a session that exist before its code is loaded. */
export interface EarlyState {
  /** With the server's time as their clock. */
  readonly ports: EarlyPorts;
  readonly clock: ServerClock;
  readonly state: Observed<SessionState>;
  readonly site: Observed<Site>;
  client: SyncClient | null;
}

export function begin(given: EarlyPorts): EarlyState {
  const { ports, clock } = byServerClock(given);
  const site: Site = { controller: null, contact: null, donationUrl: null, betaLabel: null };
  return { ports, clock, state: observed<SessionState>({ status: 'starting' }), site: observed(site), client: null };
}

export const openDatabase: OpenDatabase = (userId, life = 0) => new EventDatabase(userId, { life });
