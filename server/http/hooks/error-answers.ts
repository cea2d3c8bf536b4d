import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, Refusal } from '#contract/errors.ts';
import { errorBodyOf, languageOf, refusalOf } from '../error-reply.ts';
import { loggedRequest } from '#server/lib/log.ts';

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
