import { createHmac, randomUUID } from 'node:crypto';
import { Refusal } from '../../../contract/errors.ts';
import { times } from '../../../contract/times.ts';
import type { Clock } from '../../context.ts';
import { OneByOne } from '../../one-by-one.ts';
import {
  type AttemptKey,
  attemptsLock,
  deleteAttemptsBefore,
  deleteAttemptsBeyond,
  failAttempt,
  forgetFailuresAt,
  forgetFailuresOf,
  insertAttempt,
  nthLatestAttempt,
  nthLatestFailure,
  takeBackAttempt,
} from '../../store/people/attempts.ts';
import type { Store, Writing } from '../../store/store.ts';
import type { Secret } from './secret.ts';

/** How long (ms) a failure counts. */
export const failureLife = 15 * times.minute;

/** How many failures are evaluated within that time for an account, for one from one address or on one device, and for an address. */
export interface Budget {
  /** What is attempted: each has failures of its own. */
  readonly name: string;
  readonly account: number;
  readonly pair: number;
  readonly address: number;
}

/**
 * An account has few, so that nobody guesses; an address has many, because a hall full of people shares one. The second factor draws on the same
 * budget as the password.
 */
export const signInBudget: Budget = { name: 'sign-in', account: 10, pair: 5, address: 2_000 };

/** Evaluated for one address at the same time by this process; a hall that opens its doors sends 500. */
const perAddressAtOnce = 600;
/** Seconds; by then about all of those have been evaluated. */
const comeAgain = 10;

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
  /** Runs `work`, which is no guess but costs something, as a mail does, and counts it like a failure. Throws `too_many_requests`, and what `work` throws. */
  spend(account: string, address: string, work: () => Promise<void>): Promise<void>;
  /** Forgets the failures of an account, wherever they came from. */
  forgive(trx: Writing, account: string): Promise<void>;
}

/**
 * `correct` forgives the failures of this account from this address or on this device, `incomplete` (a second factor is to follow) changes nothing,
 * `wrong` is counted and its refusal thrown; one that was `noGuess` is not counted for its address, which a hall shares.
 */
export type Verdict<T> = { outcome: 'correct' | 'incomplete'; value: T } | { outcome: 'wrong'; refusal: Refusal; noGuess: boolean };

/** Counted, and told to nobody. */
const spent = new Refusal('forbidden');

export const wrong = (refusal: Refusal, noGuess = false): Verdict<never> => ({ outcome: 'wrong', refusal, noGuess });

export interface Attempting {
  readonly device?: string | null;
  /** Runs in the transaction that counts an attempt which is to be evaluated; where it throws, there was none. */
  readonly alongside?: (trx: Writing) => Promise<void>;
}

/** One budget of those that an attempt counts against. */
interface Counted extends AttemptKey {
  readonly most: number;
}

interface ThrottleDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Who tried what from where cannot be read from the database without it. */
  readonly secret: Secret;
}

/** `kept` is how many rows of attempts, a failure has up to three, the database is let grow to, whoever fails from however many addresses. */
export function createThrottle({ store, clock, secret }: ThrottleDeps, budget = signInBudget, kept = 100_000): Throttle {
  /** By account, or account and device. */
  const queue = new OneByOne<string>();
  /** By network, how many of its attempts run here. */
  const underWay = new Map<string, number>();
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

  const refuseOver = async (trx: Writing, { key, most: n }: Counted, now: number) => {
    const asked = { key, n, since: now - failureLife };
    if ((await nthLatestAttempt(trx, asked)) === null) return;
    // What is under way may be taken back at once.
    const failed = await nthLatestFailure(trx, asked);
    const wait = failed === null ? comeAgain : Math.ceil((failed + failureLife - now) / times.second);
    throw new Refusal('too_many_requests', { retryAfter: Math.max(1, wait) });
  };

  /** Looked at after every hundredth part of what is kept: the table is counted then. */
  const makeRoom = async (trx: Writing, adding: number, now: number) => {
    addedUnseen += adding;
    if (addedUnseen < kept / 100) return;
    addedUnseen = 0;
    await deleteAttemptsBefore(trx, now - failureLife);
    await deleteAttemptsBeyond(trx, kept);
  };

  /** Counts an attempt as if it had failed already, and gives its name, unless the budget is used up. */
  const reserve = (counted: readonly Counted[], alongside: Attempting['alongside']): Promise<string> =>
    store.write([attemptsLock], async (trx) => {
      const now = clock.now();
      for (const each of counted) await refuseOver(trx, each, now);
      await alongside?.(trx);
      await makeRoom(trx, counted.length, now);
      const attempt = randomUUID();
      await insertAttempt(trx, attempt, counted, now);
      return attempt;
    });

  const settle = (attempt: string, { own, address }: Counts, verdict: Verdict<unknown>): Promise<void> =>
    store.write([attemptsLock], async (trx) => {
      if (verdict.outcome === 'wrong') {
        if (verdict.noGuess && address) await takeBackAttempt(trx, attempt, address.key);
        return failAttempt(trx, attempt, clock.now());
      }
      await takeBackAttempt(trx, attempt);
      if (verdict.outcome === 'correct' && own) await forgetFailuresAt(trx, own.key);
    });

  const run = async <T>(counts: Counts, evaluate: () => Promise<Verdict<T>>, alongside: Attempting['alongside']): Promise<T> => {
    const attempt = await reserve(Object.values(counts), alongside);
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
    const counted = (text: string, most: number, account: string | null): Counted => ({ key: hashOf(text), most, account });
    const ofAddress = network === null ? {} : { address: counted(`address ${network}`, budget.address, null) };
    if (name === null) return ofAddress;
    const account = hashOf(`account ${name}`);
    if (network === null) return { own: counted(`device ${device} ${name}`, budget.pair, account) };
    return {
      own: counted(`pair ${network} ${name}`, budget.pair, account),
      account: { key: account, most: budget.account, account },
      ...ofAddress,
    };
  };

  const throttle: Throttle = {
    async spend(account, address, work) {
      const attempt = throttle.attempt<void>(account, address, async () => {
        await work();
        return wrong(spent);
      });
      await attempt.catch((error: unknown) => {
        if (error !== spent) throw error;
      });
    },
    forgive: (trx, account) => forgetFailuresOf(trx, hashOf(`account ${canonical(account)}`)),
    async attempt(account, address, evaluate, { device = null, alongside } = {}) {
      const name = account === null ? null : canonical(account);
      const network = device === null ? networkOf(address) : null;
      const counts = countsOf(name, network, device);
      const inQueue = device === null ? name : `${name} on ${device}`;
      const turn = async () => {
        if (network === null) return run(counts, evaluate, alongside);
        enter(network);
        return run(counts, evaluate, alongside).finally(() => leave(network));
      };
      return inQueue === null ? turn() : queue.run(inQueue, turn);
    },
  };
  return throttle;
}

/** What an attempt counts against; `own` is what a success forgives. */
interface Counts {
  readonly own?: Counted;
  readonly account?: Counted;
  readonly address?: Counted;
}

const canonical = (account: string): string => account.trim().toLowerCase();

/** One household or hall: an IPv4 address, or the first 64 bits of an IPv6 one, of which everybody has plenty. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const gap = plain.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  return [...left, ...gap, ...right].slice(0, 4).join(':');
}
