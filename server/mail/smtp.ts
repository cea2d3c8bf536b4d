import type { ConnectionOptions } from 'node:tls';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import { composed } from './compose.ts';
import type { SendMail, SendOutcome } from './message.ts';

/** How long (ms) a server may take to be reached and to greet, and may be silent, and all of it together. */
const patience = { reached: 10_000, silent: 30_000, all: 120_000 };

interface SmtpDeps {
  readonly url: URL;
  readonly from: Config['mailFrom'];
  /** Whom to trust beside the usual ones; for tests. */
  readonly tls?: ConnectionOptions;
}

/**
 * Sends by SMTP (RFC 5321), each mail on a connection of its own. `smtps:` is TLS from the start; else TLS begins as soon as the server offers
 * it (RFC 3207), and has to where a password is sent. A server on this machine is spoken to as it is.
 */
export function createSmtpSender({ url, from, tls }: SmtpDeps): SendMail {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isHere = host === 'localhost' || host === '::1' || host.startsWith('127.');
  const secure = url.protocol === 'smtps:';
  const login = url.username === '' ? {} : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } };
  const transport = nodemailer.createTransport({
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...login,
    ...(isHere && !tls ? { ignoreTLS: true } : { requireTLS: url.username !== '' }),
    ...(tls && { tls }),
    connectionTimeout: patience.reached,
    greetingTimeout: patience.reached,
    dnsTimeout: patience.reached,
    socketTimeout: patience.silent,
  });
  return async (message, stopped) => {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(patience.all)]);
    try {
      await transport.sendMail({ ...composed(message, from), signal });
      return { kind: 'sent' };
    } catch (error) {
      return outcomeOf(error as SmtpError);
    }
  };
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/**
 * What is said of this mail counts: a 5xx (RFC 5321, section 4.2.1) to its sender, recipient or text is for good, as is an address that cannot
 * be written down. A server that wants no password of ours, or nobody at all, is for the operator to mend, and the mail waits.
 */
function outcomeOf({ name, code, command, responseCode }: SmtpError): SendOutcome {
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isForGood = isAboutMail && (responseCode === undefined || responseCode >= 500);
  // Without the server's own words, which may name the address.
  const reason = [code ?? name, command, responseCode].filter(Boolean).join(' ');
  return { kind: isForGood ? 'refused' : 'later', reason };
}
