import { type Language, languages } from '#contract/languages.ts';
import { times } from '#contract/times.ts';
import { hashOfLinkToken, linkLife, linkWith, tokenOfMail } from '../services/auth/password/link-tokens.ts';
import type { Secret } from '../services/auth/secret.ts';
import type { DueMail, MailKind } from '../store/mail/mails.ts';
import { findLinkToken, hasLaterLinkToken, insertLinkToken, type LinkUse, revokeLinkTokens } from '../store/accounts/link-tokens.ts';
import { findRecipient, type Recipient, signInAddressOf } from '../store/accounts/recipients.ts';
import { findEvent } from '../store/repositories/lists.ts';
import type { WriteHandle } from '../store/store.ts';
import type { Message } from './message.ts';
import { eventValues, renderMail } from './render-mail.ts';

/** How long (ms) a mail is worth sending: as long as its content is valid. */
export const mailLife: Record<MailKind, number> = {
  verify: linkLife.verify,
  reset: linkLife.reset,
  'password-changed': 3 * times.day,
  'address-changed': 3 * times.day,
  'second-factor-on': 3 * times.day,
  'second-factor-off': 3 * times.day,
  'second-factor-waived': 3 * times.day,
  'second-factor-guessed': 3 * times.day,
  'proof-guessed': 3 * times.day,
  'event-data-ends': 7 * times.day,
};

interface PrepareDeps {
  readonly secret: Secret;
  readonly origin: () => string;
  readonly mayWriteToUnconfirmed: (id: string) => boolean;
}

/**
 * Returns a function that prepares a due mail with its texts and stores the token of its link. It returns null for a mail that is no longer
 * wanted.
 */
export function createPrepare({ secret, origin, mayWriteToUnconfirmed }: PrepareDeps) {
  /** Returns null if the link of an earlier attempt is no longer valid. */
  const linkFor = async (
    trx: WriteHandle,
    { id, attempts, createdAt, address }: DueMail,
    userId: number,
    use: LinkUse,
  ): Promise<string | null> => {
    const token = tokenOfMail(secret, id);
    const hash = hashOfLinkToken(token);
    if (attempts === 1) {
      const restored = use === 'revert' ? { address } : {};
      await insertLinkToken(trx, { hash, userId, use, createdAt, expiresAt: createdAt + linkLife[use], way: 'mailed', ...restored });
    }
    if (attempts !== 1 && !(await findLinkToken(trx, { hash, use, now: createdAt }))) return null;
    return linkWith(origin(), use, token);
  };

  const linkOf = async (trx: WriteHandle, mail: DueMail, reader: Recipient | null): Promise<string | null> => {
    const { kind, userId, attempts, createdAt } = mail;
    switch (kind) {
      case 'verify':
        // The address may have changed, or another mail may have verified it.
        return reader && reader.id === userId && !reader.isVerified ? linkFor(trx, mail, reader.id, kind) : null;
      case 'reset':
        // The sender of the request proved nothing but the address. Only the newest link is valid.
        if (
          !reader ||
          (await signInAddressOf(trx, reader.id)) !== mail.address ||
          (await hasLaterLinkToken(trx, reader.id, kind, createdAt))
        )
          return null;
        if (attempts === 1) await revokeLinkTokens(trx, reader.id, kind);
        return linkFor(trx, mail, reader.id, kind);
      case 'address-changed':
        return userId === null ? null : linkFor(trx, mail, userId, 'revert');
      default:
        return origin();
    }
  };

  return async (trx: WriteHandle, mail: DueMail): Promise<Message | null> => {
    const { id, kind, address, attempts, createdAt } = mail;
    const reader = await findRecipient(trx, address);
    // Notices about an account are never held back.
    const isAskedFor = kind === 'verify' || kind === 'reset';
    if (isAskedFor && attempts === 1 && reader?.isVerified === false && !mayWriteToUnconfirmed(id)) return null;
    const link = await linkOf(trx, mail, reader);
    if (link === null) return null;
    // Anybody may register with any name and somebody else's address, whose owner must not read it.
    const name = reader?.isVerified ? reader.name : '';
    const language = reader?.language ?? mail.language ?? languages[0];
    const userId = mail.userId ?? reader?.id ?? 0;
    const values = kind === 'event-data-ends' ? await deletionOf(trx, mail, language) : {};
    // An admin chose a later date, or the event was deleted.
    if (values === null) return null;
    return { id, to: { name, address }, userId, createdAt, ...renderMail({ kind, language, name, link, origin: origin(), values }) };
  };
}

/** Returns the event and the date for the texts of a mail; null if its data is no longer to be deleted. */
async function deletionOf(trx: WriteHandle, { eventId }: DueMail, language: Language): Promise<Record<string, string> | null> {
  const event = eventId == null ? null : await findEvent(trx, eventId);
  return event?.deletesAt == null ? null : eventValues(event, event.deletesAt, language);
}
