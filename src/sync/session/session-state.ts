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
 * `starting` only while nothing is known on the device. `unsentOf` names whose commands wait here for their next login; `erased` says that
 * somebody's account turned out to be gone, as they had asked, and how many commands with it.
 * `storage-failed`: this person's database does not open, or (without `userId`) not even the device's own; `unsent` is what is known to wait in it.
 */
export type SessionState =
  | { status: 'starting' }
  | { status: 'signed-out'; unsentOf: { name: string; count: number }[]; erased?: { unsent: number } }
  | { status: 'storage-failed'; userId: number | null; problem: StorageProblem; unsent: readonly Unsent[] }
  | { status: 'signed-in'; userId: number; client: SyncClient };

/** What a session goes on with: what is said of it, and what has been opened before its code was there. */
export interface Begun {
  /** By the server's time. */
  readonly ports: EarlyPorts;
  readonly clock: ServerClock;
  readonly state: Observed<SessionState>;
  readonly site: Observed<Site>;
  /** Of who is here, with their database open. */
  client: SyncClient | null;
}

export function begin(given: EarlyPorts): Begun {
  const { ports, clock } = byServerClock(given);
  const site: Site = { controller: null, contact: null, donationUrl: null, betaLabel: null };
  return { ports, clock, state: observed<SessionState>({ status: 'starting' }), site: observed(site), client: null };
}

/** On this device. */
export const openDatabase: OpenDatabase = (userId, life = 0) => new EventDatabase(userId, { life });
