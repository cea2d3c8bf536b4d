import type { SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';

export interface Message {
  /** The same at each attempt, so that mailboxes recognise duplicates. */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  /** The account that the mail is about, whatever its address; 0 for none. */
  readonly userId: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly createdAt: number;
}

/** `refused`: permanently. `later`: temporarily, or without an answer. `reason` contains nothing personal. */
export type SendOutcome = { readonly kind: 'sent' } | { readonly kind: 'refused' | 'later'; readonly reason: string };

export type SendMail = (message: Message, signal: AbortSignal) => Promise<SendOutcome>;

/** A single address that no parser of address lists splits (RFC 5322 `dot-atom`, or UTF-8 by RFC 6532). */
const plainAddress = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

export const hasPlainAddress = ({ to }: Message): boolean => plainAddress.test(to.address);

/** Returns the message in nodemailer's form, which encodes names. */
export function composeMail({ id, to, subject, text, html, createdAt }: Message, from: Config['mailFrom']): SendMailOptions {
  return {
    from,
    to: { ...to },
    subject,
    text,
    html,
    messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    date: new Date(createdAt),
    // Prevents out-of-office replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
