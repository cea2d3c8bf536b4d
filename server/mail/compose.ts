import type { SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Message } from './message.ts';

/** One address and no more, which nothing that reads a list takes for several (RFC 5322, `dot-atom`, or UTF-8 by RFC 6532). */
const plainAddress = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

/** Whether a mail may go there at all. */
export const isWritable = ({ to }: Message): boolean => plainAddress.test(to.address);

/** A message as nodemailer takes it, which encodes what people call themselves. */
export function composed({ id, to, subject, text, html, createdAt }: Message, from: Config['mailFrom']): SendMailOptions {
  return {
    from,
    to: { ...to },
    subject,
    text,
    html,
    messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    date: new Date(createdAt),
    // No out-of-office notes (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
