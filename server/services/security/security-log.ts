import { createHmac } from 'node:crypto';
import { canonicalEmail } from '../../../contract/fields.ts';
import { times } from '../../../contract/times.ts';
import { type Clock, machineTimers, type Timers } from '../../lib/clock.ts';
import { namesOf, ownersOfEmails } from '../../store/accounts/accounts.ts';
import { insertSecurityRecords, type SecurityRecord } from '../../store/accounts/security-log.ts';
import type { Store } from '../../store/store.ts';
import type { Secret } from '../auth/secret.ts';
import { networkOf } from '../auth/throttle.ts';

export type SecurityKind =
  | 'signed_in'
  | 'signed_out'
  | 'account_created'
  | 'proof_failed'
  | 'locked_out'
  | 'token_refused'
  | 'session_stolen'
  | 'session_revoked'
  | 'address_changed'
  | 'address_adopted'
  | 'address_reverted'
  | 'password_changed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_codes_renewed'
  | 'reset_link_made'
  | 'reset_link_without_factor_made'
  | 'made_admin';

/** How long (ms) the security log is kept. */
export const securityLife = 30 * times.day;

/** How long (ms) notes wait for each other: a flood of guesses costs one transaction in that time. */
const gather = times.second;

/** Different notes that wait at most. Their number is bounded by networks and accounts, which an attacker may have many of. */
const mostWaiting = 1_000;

export interface SecurityNote {
  readonly kind: SecurityKind;
  readonly userId?: number | null;
  /** The address of an account whose number is not known yet; it is looked up and not stored. */
  readonly email?: string | null;
  /** The address of the network; a hash of it is stored. */
  readonly address?: string | null;
  readonly requestId?: string;
}

export interface LogOfSecurity {
  info(details: object, message: string): void;
}

/** Writes the line of the log for a record. */
export function logSecurity(
  log: LogOfSecurity,
  { kind: event, userId: account, network, count }: SecurityRecord,
  requestId?: string,
): void {
  log.info({ kind: 'security', event, account, network, count, ...(requestId !== undefined && { reqId: requestId }) }, 'security');
}

/** A record of a change without a request: by the purge, or by the operator at the server itself. */
export const recordOf = (kind: SecurityKind, userId: number, at: number): SecurityRecord => ({ kind, userId, at, network: null, count: 1 });

interface SecurityLogDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly timers?: Timers;
  readonly log: LogOfSecurity & { error(details: object, message: string): void };
}

interface Waiting extends SecurityNote {
  readonly at: number;
  readonly network: string | null;
  count: number;
}

/** Records who signed in and who failed to, in a table and in the log: after a theft an operator can reconstruct what happened. */
export class SecurityLog {
  readonly #deps: SecurityLogDeps;
  #waiting = new Map<string, Waiting>();
  #flushing = Promise.resolve();
  #callOff: (() => void) | null = null;

  constructor(deps: SecurityLogDeps) {
    this.#deps = deps;
  }

  /** Never waits and never fails. Equal notes that come close to each other are counted. */
  note(note: SecurityNote): void {
    const at = this.#deps.clock.now();
    const network = note.address == null ? null : this.#hashOf(note.address, at);
    const key = JSON.stringify([note.kind, note.userId ?? null, note.email == null ? null : canonicalEmail(note.email), network]);
    const known = this.#waiting.get(key);
    if (known) known.count += 1;
    else if (this.#waiting.size < mostWaiting) this.#waiting.set(key, { ...note, at, network, count: 1 });
    const { timers = machineTimers } = this.#deps;
    this.#callOff ??= timers.setTimer(gather, () => void this.flush());
  }

  /** Resolves when everything that was noted before is stored, or given up. */
  flush(): Promise<void> {
    this.#callOff?.();
    this.#callOff = null;
    const notes = [...this.#waiting.values()];
    this.#waiting = new Map();
    if (notes.length > 0) this.#flushing = this.#flushing.then(() => this.#store(notes));
    return this.#flushing;
  }

  /** A network keeps its hash for a day, so that nobody is followed for longer. */
  #hashOf(address: string, at: number): string {
    const day = new Date(at).toISOString().slice(0, 10);
    const key = createHmac('sha256', this.#deps.secret('security-log')).update(day).digest();
    return createHmac('sha256', key).update(networkOf(address)).digest('base64url').slice(0, 16);
  }

  async #store(notes: readonly Waiting[]): Promise<void> {
    const { store, log } = this.#deps;
    try {
      const records = await store.write([], async (trx) => {
        const owners = await ownersOfEmails(
          trx,
          notes.flatMap(({ email }) => (email == null ? [] : canonicalEmail(email))),
        );
        const people = notes.map(({ userId, email }) => userId ?? (email == null ? null : (owners.get(canonicalEmail(email)) ?? null)));
        // An account may have been erased since.
        const existing = await namesOf(trx, [...new Set(people.filter((userId) => userId !== null))]);
        const made = notes.map(({ kind, at, network, count }, index): SecurityRecord => {
          const userId = people[index] ?? null;
          return { kind, userId: userId !== null && existing.has(userId) ? userId : null, at, network, count };
        });
        await insertSecurityRecords(trx, made);
        return made;
      });
      for (const [index, record] of records.entries()) logSecurity(log, record, notes[index]!.requestId);
    } catch (error) {
      log.error({ err: error, notes: notes.length }, 'the security log could not be written');
    }
  }
}
