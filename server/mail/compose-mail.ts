import type { SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Message } from './message.ts';

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
