import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../contract/errors.ts';
import type { Config } from '../../config.ts';

/** Whether people reach this server by https, as it was told or as the request came in. */
export function isSecure(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): boolean {
  return (config.publicUrl?.protocol ?? `${request.protocol}:`) === 'https:';
}

/**
 * Throws `forged_request` for what another site made the browser send (Fetch Metadata, Origin). `proof: 'required'` wants the browser's
 * word for it, since a request that only carries a cookie may come from anywhere.
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
