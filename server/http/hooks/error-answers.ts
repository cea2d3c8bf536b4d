import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, Refusal } from '#contract/errors.ts';
import { loggedRequest } from '#server/lib/log.ts';
import type { Config } from '#server/config.ts';
import { errorBodyOf, languageOf, refusalOf } from '../error-reply.ts';
import { bareHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the answered refusal, for the log and the metrics. */
    refusalCode: ErrorCode | null;
  }
}

/** Answers a refusal with status, code, message, and `Retry-After` if it is known. */
export function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  request.refusalCode = refusal.code;
  const { retryAfter } = refusal.details;
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (refusal.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  const body = errorBodyOf(refusal, languageOf(request));
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send(request.routeOptions.config.saysSuccess ? { success: false, ...body } : body);
}

export function answerErrors(app: FastifyInstance): void {
  app.decorateRequest('refusalCode', null);
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.code === 'internal') request.log.error({ err: error, ...loggedRequest(request) }, 'request failed');
    return answerRefusal(request, reply, refusal);
  });
}

/** Answers an unknown route: 405 with the allowed methods if the path has others (RFC 9110, section 15.5.6), else 404. */
export function answerUnknown(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = withoutSlashes(request.url.split(/[?#]/, 1)[0]!);
  const methods = patternsOf(app)
    .filter(({ pattern }) => pattern.test(path))
    .map(({ method }) => method);
  if (methods.length === 0) return answerRefusal(request, reply, new Refusal('not_found'));
  return answerRefusal(request, reply.header('allow', [...new Set(methods)].join(', ')), new Refusal('method_not_allowed'));
}

/** Longer than the path of any route; only a query may be longer. */
const longestPath = 2_000;

function withoutSlashes(path: string): string {
  if (path.length > longestPath) return path.slice(0, longestPath);
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

const patterns = new WeakMap<FastifyInstance, { method: string; pattern: RegExp }[]>();

/** Cached for each app, so that unknown paths are not the most expensive requests. */
function patternsOf(app: FastifyInstance): { method: string; pattern: RegExp }[] {
  const known = patterns.get(app);
  if (known) return known;
  const routes = app.routeTable().filter(({ url }) => url !== '/*');
  const made = routes.map(({ method, url }) => ({ method, pattern: patternOf(url) }));
  patterns.set(app, made);
  return made;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function patternOf(url: string): RegExp {
  return new RegExp(
    `^${url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : escaped(part)))
      .join('/')}$`,
  );
}

type BrokenRequest = Error & { readonly code?: string };

/** Answers unreadable requests (malformed, large headers, too slow) with a code of the contract. Logs none of their bytes. */
export function answerBroken(config: Pick<Config, 'publicUrl'>): (error: BrokenRequest, socket: Socket) => void {
  return ({ code }, socket) => {
    // Node's only way to detect that an answer to an earlier request is being sent on this connection.
    const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null };
    if (code === 'ECONNRESET' || !socket.writable || response?.headersSent) {
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
