import type { FastifyRequest } from 'fastify';

/** Whether the caller says that they have what this entity tag names (RFC 9110, 13.1.2). */
export function knowsTag({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']?.split(/\s*,\s*/).map((one) => one.replace(/^W\//, ''));
  return known?.includes(tag) ?? false;
}
