import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { refresh } from '#contract/endpoints/core.ts';
import type { KnownHosts } from '#server/services/security/known-hosts.ts';

/** Returns whether people use this server by https, by PUBLIC_URL or by the request. */
export function isSecure(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): boolean {
  return (config.publicUrl?.protocol ?? `${request.protocol}:`) === 'https:';
}

/**
 * Throws `forged_request` for a request from another site (Fetch Metadata, Origin). `proof: 'required'` also refuses a request without
 * these headers, because one with only a cookie may come from anywhere.
 */
export function refuseForged(
  request: FastifyRequest,
  config: Pick<Config, 'publicUrl'>,
  proof: 'required' | 'optional' = 'optional',
): void {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const ownOrigin = config.publicUrl?.origin ?? `${request.protocol}://${request.host}`;
  const foreign = (site !== undefined && site !== 'same-origin') || (origin !== undefined && origin !== ownOrigin);
  const unproven = proof === 'required' && site === undefined && origin === undefined;
  if (foreign || unproven) throw new Refusal('forged_request');
}

/**
 * Without PUBLIC_URL the origin check uses the request's own host, which a page of another site may choose (DNS rebinding). So calls
 * without a session are refused with `unknown_host` under an unknown public name, except the refresh.
 */
export function rejectUnknownHosts(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>, hosts: KnownHosts): void {
  if (publicUrl) return;
  app.addHook('onReady', () => hosts.start());
  app.addHook('onRequest', async (request) => {
    const { url } = request.routeOptions;
    if (request.is404 || !url?.startsWith('/api/')) return;
    const name = request.hostname.toLowerCase();
    if (request.caller) await hosts.use(name);
    else if (url !== refresh.path && !(await hosts.accepts(name))) throw new Refusal('unknown_host');
  });
}
