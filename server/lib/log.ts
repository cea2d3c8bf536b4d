import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { destination, type LoggerOptions } from 'pino';
import type { Config } from '../config.ts';

/** Only what cannot name a person or open a door: the route's pattern instead of its path, no query, headers, body or address. */
function request(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions?.url ?? 'unknown' };
}

function error(error: Error & { code?: unknown }) {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack ?? '' };
}

/** Whether the request concerns something whose mere time and route are private, such as a rating. */
export function isPrivate({ isUncounted, routeOptions }: FastifyRequest): boolean {
  return isUncounted || routeOptions.config?.uncounted === true;
}

/** The field of a line that names the request; nothing for one that is private. */
export const loggedRequest = (request: FastifyRequest): { readonly req?: FastifyRequest } => (isPrivate(request) ? {} : { req: request });

/** Options for Fastify's own logger: JSON lines. */
export function loggerOptions(config: Pick<Config, 'logLevel'>): FastifyServerOptions['logger'] {
  if (config.logLevel === 'silent') return false;
  return { level: config.logLevel, serializers: { req: request, err: error } };
}

/** How long (ms) a line may wait, and how many bytes of them. */
const waiting = { longest: 200, most: 8_192 };
const errorLevel = 50;

/**
 * The same to a file, or to standard output. Lines wait for each other, since a write for each took a quarter of a small answer's time; with an
 * error everything is written at once (docs/hosting.md).
 */
export function fileLogger(config: Pick<Config, 'logLevel'>, file?: string): FastifyServerOptions['logger'] {
  const options = loggerOptions(config);
  if (typeof options !== 'object') return options;
  const stream = destination({ ...(file && { dest: file }), sync: true, minLength: waiting.most, periodicFlush: waiting.longest });
  // Not `flushSync`, which tries for ever where nobody reads any more.
  process.on('exit', () => stream.flush());
  const hooks: LoggerOptions['hooks'] = {
    logMethod(args, log, level) {
      log.apply(this, args);
      if (level >= errorLevel) stream.flush();
    },
  };
  return { ...options, hooks, stream };
}

/** One line for each request, when it is over, except for private ones that did not fail. */
export class OneLine extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { refusalCode: code } = request;
    const line = { ...loggedRequest(request), res: reply, responseTime: reply.elapsedTime, ...(code && { code }) };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else if (!isPrivate(request)) reply.log.info(line, 'request completed');
  }
}
