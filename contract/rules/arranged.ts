import type { RowId } from '../resource.ts';

export const lists = ['menu', 'home', 'contactLinks'] as const;

/** What of an event has an order that organisers give it. */
export type ArrangedList = (typeof lists)[number];

/** Of the row that holds the order of one list. */
export const arrangementId = (event: number, list: ArrangedList): string => `${event}-${list}`;

/** Where a row stands among its like, from 1. */
export interface Place {
  readonly id: string;
  readonly position: number;
}

/** The rows in the order that somebody has given them, each with its place; one without a place stands where it was put when it was made. Pure. */
export function arranged<Row extends { readonly id: RowId; readonly position: number }>(
  rows: readonly Row[],
  places: readonly Place[] = [],
): Row[] {
  const given = new Map<RowId, number>(places.map(({ id, position }) => [id, position]));
  return rows
    .map((row) => ({ ...row, position: given.get(row.id) ?? row.position }))
    .toSorted((one, other) => one.position - other.position || Number(given.has(other.id)) - Number(given.has(one.id)) || byId(one, other));
}

function byId(one: { readonly id: RowId }, other: { readonly id: RowId }): number {
  return one.id < other.id ? -1 : Number(one.id > other.id);
}
