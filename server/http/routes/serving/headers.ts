import type { FastifyReply, FastifyRequest } from 'fastify';

/** Returns whether the client accepts gzip, for answers that bypass the compression plugin. */
export function acceptsGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '');
}

/** A browser sends one tag, of 50 characters at most; a longer list only costs time. */
const longestHeader = 1_000;

/** Returns whether the client has the version with this entity tag (RFC 9110, 13.1.2). */
export function matchesTag({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match'] ?? '';
  if (known.length > longestHeader) return false;
  return known.split(',').some((one) => withoutWeakness(one.trim()) === tag);
}

const withoutWeakness = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);

/** The header with the total of a list that was cut, because the body keeps the shape of the specification. */
export const listTotalHeader = 'list-total';

export interface Bounded<T> {
  readonly items: T[];
  readonly total: number;
}

/** Returns the items, and sets the header if these are not all. */
export function withTotalHeader<T>(reply: FastifyReply, { items, total }: Bounded<T>): T[] {
  if (items.length < total) reply.header(listTotalHeader, total);
  return items;
}
