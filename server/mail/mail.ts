import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Allowances } from '../services/auth/allowances.ts';
import type { Secret } from '../services/auth/secret.ts';
import type { BeforeCommit } from '../services/commands/hooks.ts';
import { countMails } from '../store/mail/mails.ts';
import type { Store } from '../store/store.ts';
import { MailDelivery, type MailDeliveryDeps } from './delivery.ts';
import { isWritable } from './compose.ts';
import { HeldBack } from './held-back.ts';
import { Mailbox } from './mailbox.ts';
import type { SendMail } from './message.ts';
import { createPrepare } from './prepare.ts';
import { notifyingAddressChange } from '../services/accounts/notify-address-change.ts';

/** Everything about the mails that this server sends. */
export interface Mail {
  /** Sends nothing until it is started. */
  readonly delivery: MailDelivery;
  /** What a change has to be told about. */
  readonly beforeCommit: BeforeCommit;
  /** In demo mode, what has been sent; null where mails are for their readers alone. */
  readonly mailbox: Mailbox | null;
  /** How many are on their way, how many were given up of late, and how many were held back since the start. */
  readonly count: () => Promise<{ waiting: number; failed: number; heldBack: number }>;
  /** The address of this server, without a slash at its end. */
  readonly origin: () => string;
}

export interface MailDeps {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly allowances: Allowances;
  /** The address of this server, without a slash at its end. */
  readonly origin: () => string;
  readonly log: MailDeliveryDeps['log'];
  /** How one mail is sent; as the settings say where none is given. */
  readonly send?: SendMail | undefined;
}

export function createMail({ config, store, clock, secret, allowances, origin, log, send }: MailDeps): Mail {
  const { smtpUrl: url, mailFrom: from } = config;
  const heldBack = new HeldBack({ clock, accountsPerHour: config.accountsPerHour, log });
  const mailbox = config.demo && url === null ? new Mailbox() : null;
  // With the first mail: what it takes in memory is wanted by nothing else.
  const createSender = async () =>
    url ? (await import('./smtp.ts')).createSmtpSender({ url, from }) : (await import('./folder.ts')).createFolderSender(config);
  let created: Promise<SendMail> | undefined;
  const post: SendMail = send ?? (async (message, signal) => (await (created ??= createSender()))(message, signal));
  const sender: SendMail = (message, signal) =>
    isWritable(message) ? post(message, signal) : Promise.resolve({ kind: 'refused', reason: 'no plain address' });
  const delivery = new MailDelivery({
    store,
    clock,
    log,
    prepare: createPrepare({ secret, origin, mayWriteToUnconfirmed: (id) => heldBack.mayWrite(id) }),
    send: mailbox?.keeping(sender) ?? sender,
  });
  return {
    delivery,
    beforeCommit: notifyingAddressChange(delivery.wake, allowances),
    mailbox,
    origin,
    count: async () => ({ ...(await countMails(store.reading)), heldBack: heldBack.count }),
  };
}
