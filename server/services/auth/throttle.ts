import { createHmac, randomUUID } from 'node:crypto';
import { Refusal } from '#contract/errors.ts';
import { times } from '#contract/times.ts';
import { BoundedMap } from '#server/lib/bounded-map.ts';
import type { Clock } from '#server/lib/clock.ts';
import { Semaphore } from '#server/lib/concurrency/semaphore.ts';
import { KeyedMutex } from '#server/lib/concurrency/keyed-mutex.ts';
import {
  type AttemptKey,
  attemptLockOf,
  attemptsLock,
  deleteAttemptsBefore,
  deleteAttemptsBeyond,
  failAttempt,
  deleteFailuresAt,
  deleteFailuresOf,
  insertAttempt,
  keysOfAttempt,
  nthLatestAttempt,
  nthLatestFailure,
  withdrawAttempt,
} from '#server/store/accounts/attempts.ts';
import type { Store, WriteHandle } from '#server/store/store.ts';
import type { Secret } from './secret.ts';

/** How long (ms) a failure counts. */
export const failureLife = 15 * times.minute;

/** Failures that are evaluated within that time: for an account, for an account from one network or device (`pair`), and for a network. */
export interface Budget {
  /** The kind of attempt; each has its own failures. */
  readonly name: string;
  readonly account: number;
  readonly pair: number;
  readonly address: number;
  /** After so many failures at an account, or from a network, an account has only `pair` tries from one network. */
  readonly crowd?: { readonly account: number; readonly address: number; readonly pair: number };
}

/** Two guessing networks do not lock an account, nor a guesser a hall: all others keep two tries. Decision 38 compares the rules. */
export const signInBudget: Budget = {
  name: 'sign-in',
  account: 60,
  pair: 5,
  address: 6_000,
  crowd: { account: 10, address: 2_000, pair: 2 },
};

/** One-time codes are short, so an account has few tries. Only a right password leads to this budget. */
export const secondFactorBudget: Budget = { name: 'second-factor', account: 10, pair: 5, address: 2_000 };

/** Attempts of one network that this process evaluates at once; a hall that opens its doors sends 500. */
const perAddressAtOnce = 600;
/** Seconds after which about all of those have been evaluated. */
const retrySeconds = 10;

/** How long (ms) a refusal is repeated without the database: another process may clear the failures. */
const refusalLife = 5 * times.second;
const mostRefusals = 10_000;

/** Concurrent writes for people who are not signed in: they leave other connections of a PostgreSQL free. */
const anonymousWritesAtOnce = 2;
export const createAnonymousWrites = (): Semaphore => new Semaphore(anonymousWritesAtOnce);

/**
 * Limits the evaluation of secrets. Failures are stored in the database, so all processes count them and a restart keeps them. A running
 * attempt counts as a failure until it succeeds; if its process dies, until its time is over.
 */
export interface Throttle {
  /**
   * Runs `evaluate` unless the budget is used up, one after another for an account, so that a right try clears the failures for the next. A
   * known `device` counts for itself, because its network may be a hall. Throws its refusal, or `too_many_requests` (seconds).
   */
  attempt<T>(account: string | null, address: string, evaluate: () => Promise<Verdict<T>>, more?: AttemptOptions): Promise<T>;
  /** Deletes the failures of an account, from all networks. */
  forgive(trx: WriteHandle, account: string): Promise<void>;
}

/**
 * `correct` clears the failures of this account from this network or device. `incomplete` (a second factor has to follow) changes nothing.
 * `wrong` is counted and its refusal thrown; with `noGuess` it does not count for the network, which a hall shares.
 */
export type Verdict<T> = { outcome: 'correct' | 'incomplete'; value: T } | { outcome: 'wrong'; refusal: Refusal; noGuess: boolean };

export const wrong = (refusal: Refusal, noGuess = false): Verdict<never> => ({ outcome: 'wrong', refusal, noGuess });

export interface AttemptOptions {
  readonly device?: string | null;
  /** The secret that is tried; a repeated guess counts once. */
  readonly guess?: string;
  /** Runs in the transaction that counts the attempt before its evaluation; if it throws, the attempt does not count. */
  readonly alongside?: (trx: WriteHandle) => Promise<void>;
}

interface Counted extends AttemptKey {
  readonly most: number;
  /** The number of failures from which on the stricter limit applies. */
  readonly crowd?: number | undefined;
}

interface ThrottleDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Keys the stored attempts: without it nobody reads from the database who tried to sign in from where. */
  readonly secret: Secret;
  readonly anonymousWrites?: Semaphore;
}

/** `mostRows` limits the stored rows of attempts, up to three per failure, however many addresses fail. */
export function createThrottle(
  { store, clock, secret, anonymousWrites = createAnonymousWrites() }: ThrottleDeps,
  budget: Budget = signInBudget,
  mostRows = 100_000,
): Throttle {
  /** By account, or account and device. */
  const queue = new KeyedMutex<string>();
  const inFlight = new Map<string, number>();
  const refusals = new BoundedMap<string, { readonly account: string | null; readonly until: number; readonly notedAt: number }>(
    mostRefusals,
  );
  let addedUnseen = 0;

  const hashOf = (text: string) => createHmac('sha256', secret('throttle')).update(`${budget.name} ${text}`).digest('base64url');

  const enter = (network: string) => {
    const count = inFlight.get(network) ?? 0;
    if (count >= perAddressAtOnce) throw new Refusal('too_many_requests', { retryAfter: retrySeconds });
    inFlight.set(network, count + 1);
  };

  const leave = (network: string) => {
    const count = inFlight.get(network)! - 1;
    if (count === 0) inFlight.delete(network);
    else inFlight.set(network, count);
  };

  const refuse = (wait: number): never => {
    throw new Refusal('too_many_requests', { retryAfter: Math.max(1, Math.ceil(wait / times.second)) });
  };

  const refuseAgain = (counted: readonly Counted[]): void => {
    const now = clock.now();
    for (const { key } of counted) {
      const refusal = refusals.get(key);
      if (!refusal) continue;
      if (now < Math.min(refusal.until, refusal.notedAt + refusalLife)) refuse(refusal.until - now);
      refusals.delete(key);
    }
  };

  const refuseAbove = async (trx: WriteHandle, { key, account, most: n }: Counted, now: number) => {
    const query = { key, n, since: now - failureLife };
    if ((await nthLatestAttempt(trx, query)) === null) return;
    // A running attempt may turn out right soon, so the wait is short.
    const failed = await nthLatestFailure(trx, query);
    if (failed === null) return refuse(retrySeconds * times.second);
    const until = failed + failureLife;
    refusals.set(key, { account, until, notedAt: now });
    refuse(until - now);
  };

  const isCrowded = async (trx: WriteHandle, counted: readonly Counted[], now: number): Promise<boolean> => {
    for (const { key, crowd } of counted)
      if (crowd !== undefined && (await nthLatestAttempt(trx, { key, n: crowd, since: now - failureLife })) !== null) return true;
    return false;
  };

  /** Deletes surplus rows, once per added hundredth of `mostRows`, because it counts the table. */
  const makeRoom = async (adding: number) => {
    addedUnseen += adding;
    if (addedUnseen < mostRows / 100) return;
    addedUnseen = 0;
    await store.write([attemptsLock], async (trx) => {
      await deleteAttemptsBefore(trx, clock.now() - failureLife);
      await deleteAttemptsBeyond(trx, mostRows);
    });
  };

  const write = <T>({ own, account, address, network }: Counts, work: (trx: WriteHandle) => Promise<T>): Promise<T> => {
    // The lock of the account covers its parts too.
    const locks = [account ?? own, address].flatMap((counted) => (counted ? attemptLockOf(counted.key) : []));
    const write = () => store.write(locks, work);
    return network === null ? write() : anonymousWrites.run(1, write, network);
  };

  /** Counts an attempt as a failure in advance and returns its name. Throws if the budget is used up. */
  const reserve = async (counts: Counts, { alongside, guess }: AttemptOptions): Promise<string> => {
    const all = countedBy(counts);
    refuseAgain(all);
    const attempt = guess === undefined ? randomUUID() : hashOf(`guess ${guess}`);
    const added = await write(counts, async (trx) => {
      const now = clock.now();
      const known = guess === undefined ? new Set<string>() : await keysOfAttempt(trx, attempt, keysOf(all));
      const missing = all.filter(({ key }) => !known.has(key));
      const pair = budget.crowd && (await isCrowded(trx, missing, now)) ? budget.crowd.pair : budget.pair;
      for (const each of missing) await refuseAbove(trx, each === counts.own ? { ...each, most: pair } : each, now);
      await alongside?.(trx);
      await insertAttempt(trx, attempt, missing, now);
      return missing.length;
    });
    await makeRoom(added);
    return attempt;
  };

  const settle = (attempt: string, counts: Counts, verdict: Verdict<unknown>): Promise<void> =>
    write(counts, async (trx) => {
      const { own, address } = counts;
      if (verdict.outcome === 'wrong') {
        // Both cases run the same statements, so that the time does not reveal if the account exists.
        if (address) await withdrawAttempt(trx, attempt, verdict.noGuess ? [address.key] : ['']);
        return failAttempt(trx, attempt, keysOf(countedBy(counts)), clock.now());
      }
      await withdrawAttempt(trx, attempt, keysOf(countedBy(counts)));
      if (verdict.outcome !== 'correct' || !own) return;
      refusals.delete(own.key);
      await deleteFailuresAt(trx, own.key);
    });

  const run = async <T>(counts: Counts, evaluate: () => Promise<Verdict<T>>, attempting: AttemptOptions): Promise<T> => {
    const attempt = await reserve(counts, attempting);
    const verdict = await evaluate().catch(async (error: unknown) => {
      // An attempt that cannot be taken back counts until its time is over; the original error is thrown.
      await settle(attempt, counts, { outcome: 'incomplete', value: null }).catch(() => undefined);
      throw error;
    });
    await settle(attempt, counts, verdict);
    if (verdict.outcome === 'wrong') throw verdict.refusal;
    return verdict.value;
  };

  const countsOf = (name: string | null, network: string | null, device: string | null): Counts => {
    const { crowd } = budget;
    const counted = (text: string, most: number, account: string | null): Counted => ({ key: hashOf(text), most, account });
    const ofAddress =
      network === null ? {} : { address: { ...counted(`address ${network}`, budget.address, null), crowd: crowd?.address } };
    if (name === null) return { network, ...ofAddress };
    const account = hashOf(`account ${name}`);
    if (network === null) return { network, own: counted(`device ${device} ${name}`, budget.pair, account) };
    return {
      network,
      own: counted(`pair ${network} ${name}`, budget.pair, account),
      account: { key: account, most: budget.account, account, crowd: crowd?.account },
      ...ofAddress,
    };
  };

  return {
    forgive(trx, given) {
      const account = hashOf(`account ${canonical(given)}`);
      for (const [key, refusal] of refusals) if (refusal.account === account) refusals.delete(key);
      return deleteFailuresOf(trx, account);
    },
    async attempt(account, address, evaluate, attempting = {}) {
      const { device = null } = attempting;
      const name = account === null ? null : canonical(account);
      const network = device === null ? networkOf(address) : null;
      const counts = countsOf(name, network, device);
      const inQueue = device === null ? name : `${name} on ${device}`;
      const turn = async () => {
        if (network === null) return run(counts, evaluate, attempting);
        enter(network);
        return run(counts, evaluate, attempting).finally(() => leave(network));
      };
      return inQueue === null ? turn() : queue.run(inQueue, turn);
    },
  };
}

/** The budgets that an attempt counts against; a success clears `own`. */
interface Counts {
  readonly network: string | null;
  readonly own?: Counted;
  readonly account?: Counted;
  readonly address?: Counted;
}

const countedBy = ({ own, account, address }: Counts): Counted[] => [own, account, address].filter((counted) => counted !== undefined);
const keysOf = (counted: readonly Counted[]): string[] => counted.map(({ key }) => key);

const canonical = (account: string): string => account.trim().toLowerCase();

/** Returns the network of a household or hall: an IPv4 address, or the 48 bits of an IPv6 address that one customer gets. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const gap = plain.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  return [...left, ...gap, ...right].slice(0, 3).join(':');
}
