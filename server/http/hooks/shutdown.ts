import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How often (ms) connections are looked for whose answer is over: one that stays open waits for a request that nobody would take. */
const lookEvery = 20;

/**
 * A server goes without a request that fails:
 *
 *   serving ──begin──► serving, but not ready; each connection ends with its answer ──finish──► what is under way ends
 */
export interface Shutdown {
  readonly hasBegun: boolean;
  begin(): void;
  /** Takes no new connections; resolves when all are over, or after `within` ms. Event streams are ended by whoever has them. */
  finish(within: number): Promise<void>;
}

export function shutdownOf(app: FastifyInstance): Shutdown {
  let hasBegun = false;
  app.addHook('onRequest', (_request, reply, done) => {
    // A proxy keeps its connections, and might send the next request just when they are closed.
    if (hasBegun) reply.header('connection', 'close');
    done();
  });
  return {
    get hasBegun() {
      return hasBegun;
    },
    begin: () => void (hasBegun = true),
    async finish(within) {
      const { promise: over, resolve } = Promise.withResolvers<void>();
      app.server.close(() => resolve());
      const looking = setInterval(() => app.server.closeIdleConnections(), lookEvery);
      await Promise.race([over, pause(within, undefined, { ref: false })]);
      clearInterval(looking);
    },
  };
}
