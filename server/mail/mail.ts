import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Allowances } from '../services/auth/allowances.ts';
import type { Secret } from '../services/auth/secret.ts';
import type { BeforeCommit } from '../services/commands/hooks.ts';
import { countMails } from '../store/mail/mails.ts';
import type { Store } from '../store/store.ts';
import { MailDelivery, type MailDeliveryDeps } from './delivery.ts';
import { hasPlainAddress, type Message, type SendMail } from './message.ts';
import { UnconfirmedMailLimit } from './unconfirmed-mail-limit.ts';
import { createPrepare } from './prepare.ts';
import { addressNoticeHook } from '../services/accounts/address-notice-hook.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import type { Gauge } from '../lib/metrics.ts';

export interface Mail {
  readonly delivery: MailDelivery;
  readonly beforeCommit: BeforeCommit;
  /** The sent mails in demo mode; otherwise null, because mails are private. */
  readonly mailbox: Mailbox | null;
  readonly count: () => Promise<{ waiting: number; failed: number; heldBack: number }>;
  readonly origin: () => string;
}

export interface MailDeps {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly allowances: Allowances;
  readonly origin: () => string;
  readonly log: MailDeliveryDeps['log'];
  readonly send?: SendMail | undefined;
}

export function createMail({ config, store, clock, secret, allowances, origin, log, send }: MailDeps): Mail {
  const { smtpUrl: url, mailFrom: from } = config;
  const heldBack = new UnconfirmedMailLimit({ clock, accountsPerHour: config.accountsPerHour, log });
  const mailbox = config.demo && url === null ? new Mailbox() : null;
  // Loaded with the first mail, because it takes much memory.
  const createSender = async () =>
    url ? (await import('./smtp.ts')).createSmtpSender({ url, from }) : (await import('./folder.ts')).createFolderSender(config);
  let created: Promise<SendMail> | undefined;
  const post: SendMail = send ?? (async (message, signal) => (await (created ??= createSender()))(message, signal));
  const sender: SendMail = (message, signal) =>
    hasPlainAddress(message) ? post(message, signal) : Promise.resolve({ kind: 'refused', reason: 'no plain address' });
  const delivery = new MailDelivery({
    store,
    clock,
    log,
    prepare: createPrepare({ secret, origin, mayWriteToUnconfirmed: (id) => heldBack.allows(id) }),
    send: mailbox?.keeping(sender) ?? sender,
  });
  return {
    delivery,
    beforeCommit: addressNoticeHook(delivery.wake, allowances),
    mailbox,
    origin,
    count: async () => ({ ...(await countMails(store.reading)), heldBack: heldBack.count }),
  };
}

const mostKept = 100;

/** The latest mails since the start, for a demo on one's own machine. */
class Mailbox {
  readonly #messages = new BoundedMap<string, Message>(mostKept);

  list(): Message[] {
    return [...this.#messages].map(([, message]) => message).toReversed();
  }

  find(id: string): Message | null {
    return this.#messages.get(id) ?? null;
  }

  keeping(send: SendMail): SendMail {
    return async (message, signal) => {
      const outcome = await send(message, signal);
      if (outcome.kind === 'sent') this.#messages.set(message.id, message);
      return outcome;
    };
  }
}

export function mailGauges({ waiting, failed, heldBack }: { waiting: number; failed: number; heldBack: number }): Gauge[] {
  return [
    { name: 'event_companion_mails_waiting', help: 'Mails that wait or are being sent.', value: waiting },
    { name: 'event_companion_mails_failed', help: 'Mails of the last seven days that were given up.', value: failed },
    {
      name: 'event_companion_mails_held_back_total',
      help: 'Mails to unconfirmed addresses that were not sent: too many within an hour.',
      value: heldBack,
    },
  ];
}
