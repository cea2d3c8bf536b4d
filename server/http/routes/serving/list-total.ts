import type { FastifyReply } from 'fastify';

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
