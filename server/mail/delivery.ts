import { times } from '#contract/times.ts';
import type { Clock } from '../lib/clock.ts';
import { DueLoop } from '../lib/concurrency/due-loop.ts';
import { claimMails, type DueMail, type MailResult, mailsLock, nextMailAt, settleMail } from '../store/mail/mails.ts';
import type { Store, WriteHandle } from '../store/store.ts';
import type { Message, SendMail, SendOutcome } from './message.ts';
import { mailLife } from './prepare.ts';

const atOnce = 5;

/** Longer (ms) than a mail can take; a sender without a result by then is assumed dead. */
const lease = 5 * times.minute;

const firstPause = 30 * times.second;
const longestPause = times.hour;

/** How long (ms) a stop waits for mails in progress, so that they are not sent twice. */
const stopPatience = 4 * times.second;

export interface MailDeliveryDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly send: SendMail;
  /** Returns null for a mail that is no longer wanted. */
  readonly prepare: (trx: WriteHandle, mail: DueMail) => Promise<Message | null>;
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void };
  readonly random?: () => number;
}

/**
 * Sends pending mails, one at a time to each address, in any of the processes on this database:
 *
 *   done (no longer wanted)
 *      ▲
 *   waiting ──marked, committed──► sending ──2xx──► done
 *      ▲                              ├─ 5xx, content expired ──► failed
 *      └── 4xx, not reached, ─────────┤
 *          connection lost            │
 *      ▲                              │
 *      └── end of the lease ◄─────────┘ a crash
 *
 * A mail whose answer was lost may have arrived; it is sent again with the same Message-ID (decision 46).
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

  /** Looks for due mails soon. Ignored before the start and after the stop. */
  readonly wake = (): void => this.#loop.wake();

  /** Sends no more mails; those in progress have a few seconds. Resolves when their results are stored. */
  async stop(): Promise<void> {
    const timer = setTimeout(() => this.#cutOff.abort(), stopPatience);
    await this.#loop.stop();
    clearTimeout(timer);
  }

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
    // A process frozen this long has lost the mail to another one.
    if (this.#deps.clock.now() >= mail.takenUntil) return { kind: 'later', reason: 'taken too long ago' };
    return message ? this.#deps.send(message, this.#cutOff.signal) : { kind: 'sent' };
  }

  #resultOf(mail: DueMail, outcome: SendOutcome): MailResult {
    if (outcome.kind === 'sent') return 'done';
    const { log } = this.#deps;
    const details = { reason: outcome.reason, kind: mail.kind, attempts: mail.attempts };
    const retryAt = this.#retryAt(mail);
    if (outcome.kind === 'refused' || retryAt >= expiryOf(mail)) {
      log.warn(details, 'a mail was given up');
      return 'failed';
    }
    log.warn(details, 'a mail is tried again later');
    return { retryAt };
  }

  /** Returns the time of the next try; pauses double with each attempt. */
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
