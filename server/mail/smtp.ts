import type { ConnectionOptions } from 'node:tls';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import { composeMail, type SendMail, type SendOutcome } from './message.ts';

/** How long (ms) connection and greeting, silence, and the whole transfer may take. */
const patience = { reached: 10_000, silent: 30_000, all: 120_000 };

interface SmtpDeps {
  readonly url: URL;
  readonly from: Config['mailFrom'];
  readonly tls?: ConnectionOptions;
}

/**
 * Sends by SMTP (RFC 5321), each mail on its own connection. `smtps:` uses TLS from the start; otherwise TLS begins if the server offers it
 * (RFC 3207), and is required for a password. A server on this machine is used without TLS.
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
      await transport.sendMail({ ...composeMail(message, from), signal });
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
 * Classifies a failure: a 5xx (RFC 5321, section 4.2.1) about sender, recipient or content is permanent, as is an invalid address. Rejected
 * credentials or connections are the operator's problem, so the mail waits.
 */
function outcomeOf({ name, code, command, responseCode }: SmtpError): SendOutcome {
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isForGood = isAboutMail && (responseCode === undefined || responseCode >= 500);
  // Without the text of the server, which may contain the address.
  const reason = [code ?? name, command, responseCode].filter(Boolean).join(' ');
  return { kind: isForGood ? 'refused' : 'later', reason };
}
