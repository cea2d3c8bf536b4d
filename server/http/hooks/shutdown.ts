import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How often (ms) idle connections are closed, which would otherwise stay open for a next request. */
const closeIdleEvery = 20;

/**
 * Stops a server without a failed request:
 *
 *   serving ──begin──► serving, but not ready; each connection ends with its answer ──finish──► running requests end
 */
export interface Shutdown {
  readonly hasBegun: boolean;
  begin(): void;
  /** Refuses new connections; resolves when all have ended, or after `within` ms. The hub ends event streams. */
  finish(within: number): Promise<void>;
}

export function shutdownOf(app: FastifyInstance): Shutdown {
  let hasBegun = false;
  app.addHook('onRequest', (_request, reply, done) => {
    // A proxy reuses connections and might send the next request just when they are closed.
    if (hasBegun) reply.header('connection', 'close');
    done();
  });
  return {
    get hasBegun() {
      return hasBegun;
    },
    begin: () => void (hasBegun = true),
    async finish(within) {
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      app.server.close(() => resolve());
      const closing = setInterval(() => app.server.closeIdleConnections(), closeIdleEvery);
      await Promise.race([closed, pause(within, undefined, { ref: false })]);
      clearInterval(closing);
    },
  };
}
