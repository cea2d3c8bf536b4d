import type { FastifyRequest } from 'fastify';

/** Whether an answer may be sent compressed by hand; what the plugin compresses it decides itself. */
export function takesGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '');
}
