import type { FastifyRequest } from 'fastify';

/** Returns whether the client accepts gzip, for answers that bypass the compression plugin. */
export function acceptsGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '');
}
