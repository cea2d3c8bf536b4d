import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';

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
  const ours = config.publicUrl?.origin ?? `${request.protocol}://${request.host}`;
  const foreign = (site !== undefined && site !== 'same-origin') || (origin !== undefined && origin !== ours);
  const unproven = proof === 'required' && site === undefined && origin === undefined;
  if (foreign || unproven) throw new Refusal('forged_request');
}
