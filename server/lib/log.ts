import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { destination, type LoggerOptions } from 'pino';
import type { Config } from '../config.ts';

/** Logs nothing personal or secret: the route's pattern instead of the path, no query, headers, body or address. */
function request(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions?.url ?? 'unknown' };
}

function error(error: Error & { code?: unknown }) {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack ?? '' };
}

/** True if even the time and route of the request are private, such as a rating. */
export function isPrivate({ isUncounted, routeOptions }: FastifyRequest): boolean {
  return isUncounted || routeOptions.config?.uncounted === true;
}

/** The log field of a request; empty for a private one. */
export const loggedRequest = (request: FastifyRequest): { readonly req?: FastifyRequest } => (isPrivate(request) ? {} : { req: request });

export function loggerOptions(config: Pick<Config, 'logLevel'>): FastifyServerOptions['logger'] {
  if (config.logLevel === 'silent') return false;
  return { level: config.logLevel, serializers: { req: request, err: error } };
}

/** How long (ms) a line may be buffered, and how many bytes. */
const waiting = { longest: 200, most: 8_192 };
const errorLevel = 50;

/**
 * Returns logger options for a file, or for standard output. Lines are buffered, because one write per line took a quarter of a small
 * request's time; an error flushes them (docs/hosting.md).
 */
export function fileLogger(config: Pick<Config, 'logLevel'>, file?: string): FastifyServerOptions['logger'] {
  const options = loggerOptions(config);
  if (typeof options !== 'object') return options;
  const stream = destination({ ...(file && { dest: file }), sync: true, minLength: waiting.most, periodicFlush: waiting.longest });
  // Not `flushSync`, which retries for ever if nobody reads.
  process.on('exit', () => stream.flush());
  const hooks: LoggerOptions['hooks'] = {
    logMethod(args, log, level) {
      log.apply(this, args);
      if (level >= errorLevel) stream.flush();
    },
  };
  return { ...options, hooks, stream };
}

/** Logs one line per finished request, except for private ones without an error. */
export class OneLine extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { refusalCode: code } = request;
    const line = { ...loggedRequest(request), res: reply, responseTime: reply.elapsedTime, ...(code && { code }) };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else if (!isPrivate(request)) reply.log.info(line, 'request completed');
  }
}
