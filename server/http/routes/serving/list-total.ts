import type { FastifyReply } from 'fastify';

/** How many rows a list has in all, if its answer ends before: lists keep the shape that the specification gives them. */
export const listTotalHeader = 'list-total';

export interface Bounded<T> {
  readonly items: T[];
  readonly total: number;
}

/** Returns the items, and tells in a header how many there are if these are not all. */
export function telling<T>(reply: FastifyReply, { items, total }: Bounded<T>): T[] {
  if (items.length < total) reply.header(listTotalHeader, total);
  return items;
}
