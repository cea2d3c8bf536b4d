import type { FastifyInstance } from 'fastify';
import { refresh } from '#contract/endpoints/core.ts';
import { Refusal } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import type { KnownNames } from '#server/services/security/known-names.ts';

/**
 * Without PUBLIC_URL the origin check uses the request's own host, which a page of another site may choose (DNS rebinding). So calls
 * without a session are refused with `unknown_host` under an unknown public name, except the refresh.
 */
export function rejectUnknownHosts(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>, names: KnownNames): void {
  if (publicUrl) return;
  app.addHook('onReady', () => names.start());
  app.addHook('onRequest', async (request) => {
    const { url } = request.routeOptions;
    if (request.is404 || !url?.startsWith('/api/')) return;
    const name = request.hostname.toLowerCase();
    if (request.caller) await names.use(name);
    else if (url !== refresh.path && !(await names.accepts(name))) throw new Refusal('unknown_host');
  });
}
