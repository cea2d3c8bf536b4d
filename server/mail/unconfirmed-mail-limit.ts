import { times } from '#contract/times.ts';
import type { Clock } from '../lib/clock.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import { spendOnce } from '../services/auth/allowances.ts';

/** Mails to unconfirmed addresses per hour, for each account that a network may create in that time. */
const mailsPerAccount = 10;

/** More than the mails prepared in one transaction. */
const mostDecided = 1_000;

interface UnconfirmedMailLimitDeps {
  readonly clock: Clock;
  readonly accountsPerHour: number;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * Bounds all mails to unconfirmed addresses, so that nobody uses the server to write to strangers through many networks and accounts. Each
 * process counts its own.
 */
export class UnconfirmedMailLimit {
  readonly #deps: UnconfirmedMailLimitDeps;
  #fullAt = 0;
  #warnedAt = -Infinity;
  #count = 0;
  /** By mail id: on PostgreSQL the transaction that prepares a mail may run several times. */
  readonly #decided = new BoundedMap<string, boolean>(mostDecided);

  constructor(deps: UnconfirmedMailLimitDeps) {
    this.#deps = deps;
  }

  get count(): number {
    return this.#count;
  }

  allows(id: string): boolean {
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
    if (now - this.#warnedAt >= times.hour) {
      this.#warnedAt = now;
      log.warn(
        { mostPerHour: mailsPerAccount * accountsPerHour },
        'mails to unconfirmed addresses are held back: too many within the hour',
      );
    }
    return false;
  }
}
