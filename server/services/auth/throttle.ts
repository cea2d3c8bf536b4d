import { createHmac, randomUUID } from 'node:crypto';
import { Refusal } from '../../../contract/errors.ts';
import { times } from '../../../contract/times.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Clock } from '../../lib/clock.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import {
  type AttemptKey,
  attemptLockOf,
  attemptsLock,
  deleteAttemptsBefore,
  deleteAttemptsBeyond,
  failAttempt,
  forgetFailuresAt,
  forgetFailuresOf,
  insertAttempt,
  keysOfAttempt,
  nthLatestAttempt,
  nthLatestFailure,
  takeBackAttempt,
} from '../../store/accounts/attempts.ts';
import type { Store, Writing } from '../../store/store.ts';
import type { Secret } from './secret.ts';

/** How long (ms) a failure counts. */
export const failureLife = 15 * times.minute;

/** How many failures are evaluated within that time for an account, for one from one network or on one device, and for a network. */
export interface Budget {
  /** What is attempted: each has failures of its own. */
  readonly name: string;
  readonly account: number;
  readonly pair: number;
  readonly address: number;
  /** After so many failures at an account or from a network an account has only `pair` from one network. */
  readonly crowd?: { readonly account: number; readonly address: number; readonly pair: number };
}

/**
 * Two networks that guess do not lock an account, nor does one guesser lock a hall: everybody else has two tries left. Decision 38 compares the
 * rules.
 */
export const signInBudget: Budget = {
  name: 'sign-in',
  account: 60,
  pair: 5,
  address: 6_000,
  crowd: { account: 10, address: 2_000, pair: 2 },
};

/** Codes of a second factor are short: an account has few. Only a right password gets that far. */
export const secondFactorBudget: Budget = { name: 'second-factor', account: 10, pair: 5, address: 2_000 };

/** Evaluated for one address at the same time by this process; a hall that opens its doors sends 500. */
const perAddressAtOnce = 600;
/** Seconds; by then about all of those have been evaluated. */
const comeAgain = 10;

/** A refusal is repeated without the database for so long (ms): another process may forgive meanwhile. */
const refusalLife = 5 * times.second;
const mostRefusals = 10_000;

/** How many writes for people who are not signed in run at once: they leave the other connections of a PostgreSQL alone. */
const atTheDoor = 2;
export const createDoor = (): Semaphore => new Semaphore(atTheDoor);

/**
 * Lets a sign-in be evaluated, or refuses it unseen. Failures lie in the database: every process counts them, and a restart forgets none. One
 * that is under way counts like a failure until it turns out to be none; where its process dies, until its time is over.
 */
export interface Throttle {
  /**
   * Runs `evaluate` unless the budget is used up. Attempts at one account run one after another in a process, so that none is refused for
   * another that turns out right. Without an account only the address counts, and a `device` on which the account was signed in before counts
   * for itself alone: its address may be that of a hall in which somebody guesses. Throws what `evaluate` refuses with, or `too_many_requests`
   * with the seconds to wait.
   */
  attempt<T>(account: string | null, address: string, evaluate: () => Promise<Verdict<T>>, more?: Attempting): Promise<T>;
  /** Forgets the failures of an account, wherever they came from. */
  forgive(trx: Writing, account: string): Promise<void>;
}

/**
 * `correct` forgives the failures of this account from this address or on this device, `incomplete` (a second factor is to follow) changes nothing,
 * `wrong` is counted and its refusal thrown; one that was `noGuess` is not counted for its address, which a hall shares.
 */
export type Verdict<T> = { outcome: 'correct' | 'incomplete'; value: T } | { outcome: 'wrong'; refusal: Refusal; noGuess: boolean };

export const wrong = (refusal: Refusal, noGuess = false): Verdict<never> => ({ outcome: 'wrong', refusal, noGuess });

export interface Attempting {
  readonly device?: string | null;
  /** The secret that is tried: the same again counts once. */
  readonly guess?: string;
  /** Runs in the transaction that counts an attempt which is to be evaluated; where it throws, there was none. */
  readonly alongside?: (trx: Writing) => Promise<void>;
}

/** One budget of those that an attempt counts against. */
interface Counted extends AttemptKey {
  readonly most: number;
  /** How many failures make a crowd. */
  readonly crowd?: number | undefined;
}

interface ThrottleDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Who tried what from where cannot be read from the database without it. */
  readonly secret: Secret;
  readonly door?: Semaphore;
}

/** `kept` is how many rows of attempts, a failure has up to three, the database is let grow to, whoever fails from however many addresses. */
export function createThrottle(
  { store, clock, secret, door = createDoor() }: ThrottleDeps,
  budget: Budget = signInBudget,
  kept = 100_000,
): Throttle {
  /** By account, or account and device. */
  const queue = new KeyedMutex<string>();
  /** By network, how many of its attempts run here. */
  const underWay = new Map<string, number>();
  /** By key. */
  const refusals = new BoundedMap<string, { readonly account: string | null; readonly until: number; readonly notedAt: number }>(
    mostRefusals,
  );
  let addedUnseen = 0;

  const hashOf = (text: string) => createHmac('sha256', secret('throttle')).update(`${budget.name} ${text}`).digest('base64url');

  const enter = (network: string) => {
    const count = underWay.get(network) ?? 0;
    if (count >= perAddressAtOnce) throw new Refusal('too_many_requests', { retryAfter: comeAgain });
    underWay.set(network, count + 1);
  };

  const leave = (network: string) => {
    const count = underWay.get(network)! - 1;
    if (count === 0) underWay.delete(network);
    else underWay.set(network, count);
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

  const refuseOver = async (trx: Writing, { key, account, most: n }: Counted, now: number) => {
    const asked = { key, n, since: now - failureLife };
    if ((await nthLatestAttempt(trx, asked)) === null) return;
    // What is under way may be taken back at once.
    const failed = await nthLatestFailure(trx, asked);
    if (failed === null) return refuse(comeAgain * times.second);
    const until = failed + failureLife;
    refusals.set(key, { account, until, notedAt: now });
    refuse(until - now);
  };

  const isCrowded = async (trx: Writing, counted: readonly Counted[], now: number): Promise<boolean> => {
    for (const { key, crowd } of counted)
      if (crowd !== undefined && (await nthLatestAttempt(trx, { key, n: crowd, since: now - failureLife })) !== null) return true;
    return false;
  };

  /** Looked at after every hundredth part of what is kept: the table is counted then. */
  const makeRoom = async (adding: number) => {
    addedUnseen += adding;
    if (addedUnseen < kept / 100) return;
    addedUnseen = 0;
    await store.write([attemptsLock], async (trx) => {
      await deleteAttemptsBefore(trx, clock.now() - failureLife);
      await deleteAttemptsBeyond(trx, kept);
    });
  };

  const write = <T>({ own, account, address, network }: Counts, work: (trx: Writing) => Promise<T>): Promise<T> => {
    // A write that holds the lock of the account needs none for a part of its attempts.
    const locks = [account ?? own, address].flatMap((counted) => (counted ? attemptLockOf(counted.key) : []));
    const inTurn = () => store.write(locks, work);
    return network === null ? inTurn() : door.run(1, inTurn, network);
  };

  /** Counts an attempt as if it had failed already, and gives its name, unless the budget is used up. */
  const reserve = async (counts: Counts, { alongside, guess }: Attempting): Promise<string> => {
    const all = countedBy(counts);
    refuseAgain(all);
    const attempt = guess === undefined ? randomUUID() : hashOf(`guess ${guess}`);
    const added = await write(counts, async (trx) => {
      const now = clock.now();
      const known = guess === undefined ? new Set<string>() : await keysOfAttempt(trx, attempt, keysOf(all));
      const missing = all.filter(({ key }) => !known.has(key));
      const pair = budget.crowd && (await isCrowded(trx, missing, now)) ? budget.crowd.pair : budget.pair;
      for (const each of missing) await refuseOver(trx, each === counts.own ? { ...each, most: pair } : each, now);
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
        // The same statements whether or not it was a guess, which the time would tell.
        if (address) await takeBackAttempt(trx, attempt, verdict.noGuess ? [address.key] : ['']);
        return failAttempt(trx, attempt, keysOf(countedBy(counts)), clock.now());
      }
      await takeBackAttempt(trx, attempt, keysOf(countedBy(counts)));
      if (verdict.outcome !== 'correct' || !own) return;
      refusals.delete(own.key);
      await forgetFailuresAt(trx, own.key);
    });

  const run = async <T>(counts: Counts, evaluate: () => Promise<Verdict<T>>, attempting: Attempting): Promise<T> => {
    const attempt = await reserve(counts, attempting);
    const verdict = await evaluate().catch(async (error: unknown) => {
      // What cannot be taken back counts until its time is over; why it broke is what is told.
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
      return forgetFailuresOf(trx, account);
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

/** What an attempt counts against; `own` is what a success forgives. */
interface Counts {
  readonly network: string | null;
  readonly own?: Counted;
  readonly account?: Counted;
  readonly address?: Counted;
}

const countedBy = ({ own, account, address }: Counts): Counted[] => [own, account, address].filter((counted) => counted !== undefined);
const keysOf = (counted: readonly Counted[]): string[] => counted.map(({ key }) => key);

const canonical = (account: string): string => account.trim().toLowerCase();

/** One household or hall: an IPv4 address, or the first 48 bits of an IPv6 one, which is what one customer of a provider has at most. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const gap = plain.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  return [...left, ...gap, ...right].slice(0, 3).join(':');
}
