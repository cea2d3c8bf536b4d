import type { FastifyRequest } from 'fastify';

/** A browser sends one tag, of 50 characters at most; a longer list only costs time. */
const longestHeader = 1_000;

/** Returns whether the client has the version with this entity tag (RFC 9110, 13.1.2). */
export function matchesTag({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match'] ?? '';
  if (known.length > longestHeader) return false;
  return known.split(',').some((one) => withoutWeakness(one.trim()) === tag);
}

const withoutWeakness = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);
