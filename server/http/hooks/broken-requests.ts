import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../../../contract/errors.ts';
import type { Config } from '../../config.ts';
import { errorBodyOf } from '../error-reply.ts';
import { bareHeaders } from './security-headers.ts';

/** What Node says about a connection on which no request came about: its own code, and the bytes that it could not read. */
type BrokenRequest = Error & { readonly code?: string };

/**
 * Answers what Node could not read as a request (malformed, headers too large, too slow) like everything else: with a code of the contract.
 * Nothing of it is logged, since it may hold anything.
 */
export function answerBroken(config: Pick<Config, 'publicUrl'>): (error: BrokenRequest, socket: Socket) => void {
  return ({ code }, socket) => {
    // Node's own way to know, and the only one, that an answer to an earlier request is under way on this connection.
    const { _httpMessage: underWay } = socket as Socket & { _httpMessage?: ServerResponse | null };
    if (code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) {
      socket.destroy();
      return;
    }
    const { status, refusal } = whatIsWrong(code);
    const body = JSON.stringify(errorBodyOf(refusal, 'en'));
    const headers = {
      ...bareHeaders(config),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'), () => socket.destroy());
  };
}

function whatIsWrong(code: string | undefined): { status: number; refusal: Refusal } {
  // Large cookies are what proxies and operators know this status for (RFC 6585, section 5).
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, refusal: new Refusal('too_large') };
  // Not 408: what was too slow may well get through the next time, so a client must not give it up.
  const refusal = new Refusal(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'unavailable' : 'invalid');
  return { status: refusal.status, refusal };
}
