import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { errorBodyOf } from '../error-reply.ts';
import { bareHeaders } from './security-headers.ts';

type BrokenRequest = Error & { readonly code?: string };

/** Answers unreadable requests (malformed, large headers, too slow) with a code of the contract. Logs none of their bytes. */
export function answerBroken(config: Pick<Config, 'publicUrl'>): (error: BrokenRequest, socket: Socket) => void {
  return ({ code }, socket) => {
    // Node's only way to detect that an answer to an earlier request is being sent on this connection.
    const { _httpMessage: underWay } = socket as Socket & { _httpMessage?: ServerResponse | null };
    if (code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) {
      socket.destroy();
      return;
    }
    const { status, refusal } = answerFor(code);
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

function answerFor(code: string | undefined): { status: number; refusal: Refusal } {
  // Large cookies cause this status, which proxies and operators recognize (RFC 6585, section 5).
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, refusal: new Refusal('too_large') };
  // Not 408: the request may succeed the next time, so a client must not discard it.
  const refusal = new Refusal(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'unavailable' : 'invalid');
  return { status: refusal.status, refusal };
}
