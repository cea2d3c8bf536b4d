import { Refusal } from '../../../contract/errors.ts';
import { times } from '../../../contract/times.ts';
import type { Clock } from '../../context.ts';

const window = 15 * times.minute;

/**
 * Failures that are evaluated within the window. An account has few, so that nobody guesses; an address has many, because a hall
 * full of people shares one. The second factor draws on the same budget as the password.
 */
export const signInBudget = { account: 10, pair: 5, address: 2_000 };

/** Evaluated for one address at the same time; a hall that opens its doors sends 500. */
const perAddressAtOnce = 600;
/** Seconds; by then about all of those have been evaluated. */
const comeAgain = 10;

/** Lets a sign-in be evaluated, or refuses it unseen. */
export interface Throttle {
  /**
   * Runs `evaluate` unless the budget is used up. Attempts at one account run one after another, so that parallel guesses get no more
   * than the budget either. Without an account only the address counts, and a `device` on which the account was signed in before counts for
   * itself alone: its address may be that of a hall in which somebody guesses. Throws what `evaluate` refuses with, or `too_many_requests` with
   * the seconds to wait.
   */
  attempt<T>(account: string | null, address: string, evaluate: () => Promise<Verdict<T>>, device?: string | null): Promise<T>;
  /** Forgets the failures of an account, wherever they came from. */
  forgive(account: string): void;
}

/**
 * `correct` forgives the failures of this account from this address or on this device, `incomplete` (a second factor is to follow) changes nothing,
 * `wrong` is counted and its refusal thrown; one that was `noGuess` is not counted for its address, which a hall shares.
 */
export type Verdict<T> = { outcome: 'correct' | 'incomplete'; value: T } | { outcome: 'wrong'; refusal: Refusal; noGuess: boolean };

export const wrong = (refusal: Refusal, noGuess = false): Verdict<never> => ({ outcome: 'wrong', refusal, noGuess });

/**
 * `budget` says how many failures are evaluated for an account, for one from one address or on one device, and for an address; `keysKept` of how many of
 * those something is remembered at most.
 */
export function createThrottle(clock: Clock, budget = signInBudget, keysKept = 50_000): Throttle {
  /** Key to the times (ms) of its failures, oldest first; keys in the order of their latest failure. In memory: a restart forgets it. */
  const failures = new Map<string, number[]>();
  const lastOf = new Map<string, Promise<unknown>>();
  /** Network to how many of its attempts are being evaluated: each may turn out to be a failure. */
  const underWay = new Map<string, number>();

  const recent = (key: string) => (failures.get(key) ?? []).filter((at) => at > clock.now() - window);

  const fail = (key: string, most: number) => {
    const kept = [...recent(key), clock.now()].slice(-most);
    failures.delete(key);
    failures.set(key, kept);
  };

  const refuseOver = (key: string, most: number) => {
    const kept = recent(key);
    if (kept.length < most) return;
    const frees = kept[kept.length - most]! + window;
    throw new Refusal('too_many_requests', { retryAfter: Math.max(1, Math.ceil((frees - clock.now()) / times.second)) });
  };

  const refuseCrowd = (network: string, failed: number) => {
    const count = underWay.get(network) ?? 0;
    if (count < perAddressAtOnce && count + failed < budget.address) return;
    throw new Refusal('too_many_requests', { retryAfter: comeAgain });
  };

  const countUnderWay = (network: string, change: 1 | -1) => {
    const count = (underWay.get(network) ?? 0) + change;
    if (count === 0) underWay.delete(network);
    else underWay.set(network, count);
  };

  const prune = () => {
    for (const key of failures.keys()) {
      if (recent(key).length > 0) break;
      failures.delete(key);
    }
    while (failures.size > keysKept) failures.delete(leastWorth());
  };

  /** The oldest key with one failure: whoever guesses cannot have their own forgotten by failing once at thousands of others. */
  const leastWorth = (): string => {
    for (const [key, { length }] of failures) if (length === 1) return key;
    return failures.keys().next().value as string;
  };

  return {
    forgive(account) {
      const name = account.trim().toLowerCase();
      for (const key of failures.keys()) if (isOf(key, name)) failures.delete(key);
    },
    async attempt(account, address, evaluate, device = null) {
      const network = device === null ? networkOf(address) : null;
      const of = account?.trim().toLowerCase() ?? null;
      const name = device === null ? of : `${of} on ${device}`;
      const ofAddress = `address ${network}`;
      const own = network === null ? `device ${name}` : `pair ${network} ${name}`;
      const counted: [key: string, most: number][] = [];
      if (name !== null) counted.push([own, budget.pair]);
      if (network !== null && name !== null) counted.push([`account ${name}`, budget.account]);
      if (network !== null) counted.push([ofAddress, budget.address]);
      const refuseOverBudget = () => {
        for (const [key, most] of counted) refuseOver(key, most);
        if (network !== null) refuseCrowd(network, recent(ofAddress).length);
      };

      const before = name === null ? undefined : lastOf.get(name);
      const turn = (async () => {
        await before?.catch(() => undefined);
        refuseOverBudget();
        if (network !== null) countUnderWay(network, 1);
        const verdict = await evaluate().finally(() => network !== null && countUnderWay(network, -1));
        if (verdict.outcome === 'wrong') {
          for (const [key, most] of counted) if (!verdict.noGuess || key !== ofAddress) fail(key, most);
          prune();
          throw verdict.refusal;
        }
        if (verdict.outcome === 'correct' && name !== null) failures.delete(own);
        return verdict.value;
      })();
      if (name === null) return turn;
      lastOf.set(name, turn);
      try {
        return await turn;
      } finally {
        if (lastOf.get(name) === turn) lastOf.delete(name);
      }
    },
  };
}

/** Everything that counts failures of one account by its name. */
const isOf = (key: string, name: string): boolean =>
  key === `account ${name}` || key.startsWith(`device ${name} on `) || (key.startsWith('pair ') && key.endsWith(` ${name}`));

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
