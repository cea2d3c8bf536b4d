import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import type { Config } from './config.ts';

/** Only what cannot name a person or open a door: the route's pattern instead of its path, no query, headers, body or address. */
function request(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions?.url ?? 'unknown' };
}

function error(error: Error & { code?: unknown }) {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack ?? '' };
}

/** Options for Fastify's own logger: JSON lines on standard output. */
export function loggerOptions(config: Pick<Config, 'logLevel'>): FastifyServerOptions['logger'] {
  if (config.logLevel === 'silent') return false;
  return { level: config.logLevel, serializers: { req: request, err: error } };
}

/** One line for each request, when it is over. */
export class OneLine extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else reply.log.info(line, 'request completed');
  }
}
