import { createHmac } from 'node:crypto';
import { Refusal } from '#contract/errors.ts';
import { times } from '#contract/times.ts';
import { BoundedMap } from '#server/lib/bounded-map.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Semaphore } from '#server/lib/concurrency/semaphore.ts';
import { allowanceLockOf, readFullAt, writeFullAt } from '#server/store/accounts/allowances.ts';
import type { Store, WriteHandle } from '#server/store/store.ts';
import type { Secret } from './secret.ts';

/** `most` may be spent at once, and the same amount again, evenly, within `window` (ms). */
export interface Allowance {
  readonly name: string;
  readonly most: number;
  readonly window: number;
}

export const mailsToMailbox: Allowance = { name: 'mailbox', most: 6, window: times.day };

/** Returns the mailbox of an address: most providers ignore the part after a plus sign. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const plus = email.indexOf('+');
  return (plus > 0 && plus < at ? email.slice(0, plus) + email.slice(at) : email).toLowerCase();
}

/** One unit of the allowance of `of`. */
export interface Spending {
  readonly allowance: Allowance;
  readonly of: string;
}

/** Spends one unit of an allowance that is whole at `fullAt` (ms). Returns when it is whole afterwards, or how long (ms) to wait. */
export function spendOnce(fullAt: number | null, { most, window }: Allowance, now: number): { fullAt: number } | { wait: number } {
  const next = Math.max(now, fullAt ?? 0) + window / most;
  return next - now > window ? { wait: next - now - window } : { fullAt: Math.ceil(next) };
}

/** Limits on accounts, mails and the like, for all processes. A cost is spent whether or not the action succeeds. */
export interface Allowances {
  /**
   * Spends all of these or none, and runs `alongside` in the same transaction. Throws `too_many_requests` with the seconds to wait, after
   * `empty` was called with the allowance that is used up.
   */
  spend(network: string, spendings: readonly Spending[], more?: Spent): Promise<void>;
  /** Spends within a transaction. Returns how long (ms) to wait, or null if the unit was spent. */
  take(trx: WriteHandle, spending: Spending): Promise<number | null>;
}

export interface Spent {
  readonly alongside?: (trx: WriteHandle) => Promise<void>;
  readonly empty?: (spending: Spending) => void | Promise<void>;
}

interface AllowancesDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Keys the stored names: without it nobody reads from the database to whom an allowance belongs. */
  readonly secret: Secret;
  readonly anonymousWrites: Semaphore;
}

const mostRefusals = 10_000;

export const tooMany = (wait: number): Refusal =>
  new Refusal('too_many_requests', { retryAfter: Math.max(1, Math.ceil(wait / times.second)) });

export function createAllowances({ store, clock, secret, anonymousWrites }: AllowancesDeps): Allowances {
  /** The time (ms) until which an allowance is used up, by key. Refuses without the database. */
  const refusals = new BoundedMap<string, number>(mostRefusals);

  const keyOf = ({ allowance, of }: Spending): string =>
    createHmac('sha256', secret('throttle')).update(`allowance ${allowance.name} ${of}`).digest('base64url');

  const take: Allowances['take'] = async (trx, spending) => {
    const key = keyOf(spending);
    trx.hold(allowanceLockOf(key));
    const now = clock.now();
    const spent = spendOnce(await readFullAt(trx, key), spending.allowance, now);
    if ('wait' in spent) {
      refusals.set(key, now + spent.wait);
      return spent.wait;
    }
    await writeFullAt(trx, key, spent.fullAt);
    return null;
  };

  return {
    take,
    async spend(network, spendings, { alongside, empty } = {}) {
      const now = clock.now();
      for (const spending of spendings) {
        const until = refusals.get(keyOf(spending)) ?? 0;
        if (until > now) throw tooMany(until - now);
      }
      const locks = spendings.map((spending) => allowanceLockOf(keyOf(spending)));
      const refused = { spending: null as Spending | null };
      const spend = () =>
        store.write(locks, async (trx) => {
          for (const spending of spendings) {
            refused.spending = spending;
            const wait = await take(trx, spending);
            // The throw rolls back the other spendings of this transaction.
            if (wait !== null) throw tooMany(wait);
          }
          refused.spending = null;
          await alongside?.(trx);
        });
      await anonymousWrites.run(1, spend, network).catch(async (error: unknown) => {
        if (refused.spending && error instanceof Refusal) await empty?.(refused.spending);
        throw error;
      });
    },
  };
}
