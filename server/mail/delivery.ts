import { times } from '../../contract/times.ts';
import type { Clock } from '../lib/clock.ts';
import { DueLoop } from '../lib/due-loop.ts';
import { claimMails, type DueMail, type MailResult, mailsLock, nextMailAt, settleMail } from '../store/mail/mails.ts';
import type { Store, Writing } from '../store/store.ts';
import type { Message, SendMail, SendOutcome } from './message.ts';
import { mailLife } from './prepare.ts';

/** Mails that are under way at once. */
const atOnce = 5;

/** Longer (ms) than a mail can be under way: whoever has not said by then what became of it is gone. */
const lease = 5 * times.minute;

const firstPause = 30 * times.second;
const longestPause = times.hour;

/** How long (ms) a stop waits for what is under way, so that nothing is sent twice for it. */
const stopPatience = 4 * times.second;

export interface MailDeliveryDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly send: SendMail;
  /** Null for what nobody wants any more. */
  readonly prepare: (trx: Writing, mail: DueMail) => Promise<Message | null>;
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void };
  /** From 0 to below 1. */
  readonly random?: () => number;
}

/**
 * Sends what waits, one mail at a time to each address, whichever of the processes on this database does:
 *
 *   done (nobody wants it any more)
 *      ▲
 *   waiting ──marked, committed──► sending ──2xx──► done
 *      ▲                              ├─ 5xx, what it carries has expired ──► failed
 *      └── 4xx, not reached, ─────────┤
 *          connection lost            │
 *      ▲                              │
 *      └── the lease is over ◄────────┘ a crash
 *
 * A mail whose answer was lost may have been taken: it is sent again under the same Message-ID (decision 46).
 */
export class MailDelivery {
  readonly #deps: MailDeliveryDeps;
  readonly #loop: DueLoop;
  readonly #cutOff = new AbortController();

  constructor(deps: MailDeliveryDeps) {
    const { store, clock, log } = deps;
    this.#deps = deps;
    this.#loop = new DueLoop({
      clock,
      log,
      failure: 'delivering mails failed',
      work: () => this.sendDue(),
      next: () => nextMailAt(store.reading),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** There may be something to send. Nothing happens before the start and after the stop. */
  readonly wake = (): void => this.#loop.wake();

  /** Sends no more; what is under way may end within a few seconds. Resolves when its fate is written down. */
  async stop(): Promise<void> {
    const timer = setTimeout(() => this.#cutOff.abort(), stopPatience);
    await this.#loop.stop();
    clearTimeout(timer);
  }

  /** Sends everything that is due now. */
  async sendDue(): Promise<void> {
    const { store, clock, prepare } = this.#deps;
    while (!this.#loop.stopped.aborted) {
      const claimed = await store.write([mailsLock], async (trx) => {
        const mails = await claimMails(trx, { now: clock.now(), lease, limit: atOnce });
        const prepared: { mail: DueMail; message: Message | null }[] = [];
        for (const mail of mails) prepared.push({ mail, message: this.#isOver(mail) ? null : await prepare(trx, mail) });
        return prepared;
      });
      if (claimed.length === 0) return;
      const delivered = await Promise.allSettled(claimed.map(({ mail, message }) => this.#deliver(mail, message)));
      for (const one of delivered) if (one.status === 'rejected') throw one.reason;
    }
  }

  async #deliver(mail: DueMail, message: Message | null): Promise<void> {
    const { store } = this.#deps;
    const result = this.#resultOf(mail, await this.#outcomeOf(mail, message));
    await store.write([], (trx) => settleMail(trx, mail, result));
  }

  async #outcomeOf(mail: DueMail, message: Message | null): Promise<SendOutcome> {
    if (this.#isOver(mail)) return { kind: 'refused', reason: 'expired' };
    // Who stood still for so long is not the one who sends it.
    if (this.#deps.clock.now() >= mail.takenUntil) return { kind: 'later', reason: 'taken too long ago' };
    return message ? this.#deps.send(message, this.#cutOff.signal) : { kind: 'sent' };
  }

  #resultOf(mail: DueMail, outcome: SendOutcome): MailResult {
    if (outcome.kind === 'sent') return 'done';
    const { log } = this.#deps;
    const told = { reason: outcome.reason, kind: mail.kind, attempts: mail.attempts };
    const retryAt = this.#retryAt(mail);
    if (outcome.kind === 'refused' || retryAt >= expiryOf(mail)) {
      log.warn(told, 'a mail was given up');
      return 'failed';
    }
    log.warn(told, 'a mail is tried again later');
    return { retryAt };
  }

  /** After a pause that doubles with each attempt. */
  #retryAt({ attempts }: DueMail): number {
    const { clock, random = Math.random } = this.#deps;
    const doubled = Math.min(longestPause, firstPause * 2 ** (attempts - 1));
    return Math.round(clock.now() + doubled * (0.5 + random() / 2));
  }

  #isOver(mail: DueMail): boolean {
    return this.#deps.clock.now() >= expiryOf(mail);
  }
}

const expiryOf = ({ kind, createdAt }: DueMail): number => createdAt + mailLife[kind];
