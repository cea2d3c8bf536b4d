import { createHmac } from 'node:crypto';
import { canonicalEmail } from '#contract/fields.ts';
import { times } from '#contract/times.ts';
import { type Clock, machineTimers, type Timers } from '#server/lib/clock.ts';
import { namesOf, ownersOfEmails } from '#server/store/accounts/accounts.ts';
import { insertSecurityRecords, type SecurityRecord } from '#server/store/accounts/security-log.ts';
import type { Store } from '#server/store/store.ts';
import type { Secret } from '../auth/secret.ts';
import { networkOf } from '../auth/throttle.ts';
import type { Me } from '#contract/resources/me.ts';
import type { BeforeCommit } from '../commands/hooks.ts';

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

export const securityLife = 30 * times.day;

/** How long (ms) notes are collected: a flood of guesses costs one transaction in that time. */
const gather = times.second;

/** Different notes in memory. Networks and accounts bound their number, but an attacker may have many of both. */
const mostWaiting = 1_000;

export interface SecurityNote {
  readonly kind: SecurityKind;
  readonly userId?: number | null;
  /** The address of an account whose id is not known yet; it is looked up and not stored. */
  readonly email?: string | null;
  /** The network address; only a hash is stored. */
  readonly address?: string | null;
  readonly requestId?: string;
}

export interface SecurityRecorder {
  info(details: object, message: string): void;
}

export function logSecurity(
  log: SecurityRecorder,
  { kind: event, userId: account, network, count }: SecurityRecord,
  requestId?: string,
): void {
  log.info({ kind: 'security', event, account, network, count, ...(requestId !== undefined && { reqId: requestId }) }, 'security');
}

/** Returns a record without a request, by the purge or by the operator on the server. */
export const recordOf = (kind: SecurityKind, userId: number, at: number): SecurityRecord => ({ kind, userId, at, network: null, count: 1 });

interface SecurityLogDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly timers?: Timers;
  readonly log: SecurityRecorder & { error(details: object, message: string): void };
}

interface Waiting extends SecurityNote {
  readonly at: number;
  readonly network: string | null;
  count: number;
}

/** Records sign-ins and failures in a table and in the log, so that an operator can reconstruct a theft. */
export class SecurityLog {
  readonly #deps: SecurityLogDeps;
  #waiting = new Map<string, Waiting>();
  #flushing = Promise.resolve();
  #callOff: (() => void) | null = null;

  constructor(deps: SecurityLogDeps) {
    this.#deps = deps;
  }

  /** Never waits and never fails. Equal notes that follow closely are counted. */
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

  /** Resolves when all earlier notes are stored or given up. */
  flush(): Promise<void> {
    this.#callOff?.();
    this.#callOff = null;
    const notes = [...this.#waiting.values()];
    this.#waiting = new Map();
    if (notes.length > 0) this.#flushing = this.#flushing.then(() => this.#store(notes));
    return this.#flushing;
  }

  /** The key changes daily, so that no network can be followed for longer. */
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

export const addressLogHook =
  (securityLog: Pick<SecurityLog, 'note'>): BeforeCommit =>
  (_trx, changes) => {
    const moved = changes
      .filter(({ resource }) => resource === 'me')
      .map(({ rowBefore, rowAfter }) => ({ before: rowBefore as Me | null, after: rowAfter as Me | null }))
      .flatMap(({ before, after }) => (before && after && before.email !== after.email ? after.id : []));
    const note = (): void => moved.forEach((userId) => securityLog.note({ kind: 'address_changed', userId }));
    return Promise.resolve(moved.length > 0 ? note : null);
  };
