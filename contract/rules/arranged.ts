import type { RowId } from '../resource.ts';

export const lists = ['menu', 'home', 'contactLinks', 'faqEntries'] as const;

/** A list of an event that organisers arrange. */
export type ArrangedList = (typeof lists)[number];

/** Returns the id of the row that holds the order of one list. */
export const arrangementId = (event: number, list: ArrangedList): string => `${event}-${list}`;

/** The position of a row in its list, from 1. */
export interface Place {
  readonly id: string;
  readonly position: number;
}

/** Returns the rows in their arranged order, each with its position; a row without a place keeps the position of its creation. Pure. */
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
