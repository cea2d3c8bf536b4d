import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export const requestIdHeader = 'x-request-id';

/** Returns a new id. An id that a client sends is not used: it could contain anything, and it would be logged. */
export const newRequestId = (): string => randomUUID();

export function answerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    done();
  });
}

/** Warns once of a proxy that TRUST_PROXY does not cover: with its address, all people share one set of limits. */
export function warnOfUntrustedProxy(app: FastifyInstance, { trustProxy }: { readonly trustProxy: unknown }): void {
  if (trustProxy !== false) return;
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true;
      request.log.warn(
        'X-Forwarded-For arrives and TRUST_PROXY is not set: all requests count for the network of the proxy; set TRUST_PROXY',
      );
    }
    done();
  });
}
