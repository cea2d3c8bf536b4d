import type { FastifyInstance } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { metricsRoutes } from './metrics.ts';

export async function healthRoutes(app: FastifyInstance, { isReady }: { isReady: () => Promise<boolean> }): Promise<void> {
  app.get('/healthz', { config: { access: 'anyone' }, schema: { hide: true } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config: { access: 'anyone' }, schema: { hide: true } }, async () => {
    if (!(await isReady())) throw new Refusal('unavailable', { retryAfter: 1 });
    return { status: 'ready' };
  });

  metricsRoutes(app);
}

/** Shares the context of the server, as fastify-plugin does: requests of all routes are counted. */
Object.assign(healthRoutes, { [Symbol.for('skip-override')]: true });
