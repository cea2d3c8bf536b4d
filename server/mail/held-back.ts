import { times } from '../../contract/times.ts';
import type { Clock } from '../lib/clock.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import { spendOnce } from '../services/auth/allowances.ts';

/** For each account that a network may make within an hour, so many mails go to addresses that are not confirmed. */
const mailsPerAccount = 10;

/** More mails than are prepared in one transaction. */
const mostDecided = 1_000;

interface HeldBackDeps {
  readonly clock: Clock;
  readonly accountsPerHour: number;
  readonly log: { warn(details: object, message: string): void };
}

/** Bounds the mails to unconfirmed addresses in all: by many networks and accounts a server could write to strangers. Each process counts its own. */
export class HeldBack {
  readonly #deps: HeldBackDeps;
  #fullAt = 0;
  #toldAt = -Infinity;
  #count = 0;
  /** By id: on PostgreSQL a transaction that prepares a mail begins again, more than once. */
  readonly #decided = new BoundedMap<string, boolean>(mostDecided);

  constructor(deps: HeldBackDeps) {
    this.#deps = deps;
  }

  /** How many mails were not sent since the start. */
  get count(): number {
    return this.#count;
  }

  /** Returns whether this one may be sent. */
  mayWrite(id: string): boolean {
    const known = this.#decided.get(id);
    if (known !== undefined) return known;
    const decision = this.#decide();
    this.#decided.set(id, decision);
    return decision;
  }

  #decide(): boolean {
    const { clock, accountsPerHour, log } = this.#deps;
    const now = clock.now();
    const spent = spendOnce(this.#fullAt, { name: 'unconfirmed', most: mailsPerAccount * accountsPerHour, window: times.hour }, now);
    if ('fullAt' in spent) {
      this.#fullAt = spent.fullAt;
      return true;
    }
    this.#count += 1;
    if (now - this.#toldAt >= times.hour) {
      this.#toldAt = now;
      log.warn(
        { mostPerHour: mailsPerAccount * accountsPerHour },
        'mails to unconfirmed addresses are held back: too many within the hour',
      );
    }
    return false;
  }
}
