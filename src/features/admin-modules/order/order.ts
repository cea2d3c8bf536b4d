import type { Place } from '#contract/rules/arranged.ts';

/** Returns the list with one item moved. Pure. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return list.slice(from, from + 1).length === 0 ? rest : rest.toSpliced(to, 0, list[from] as T);
}

/** Returns all ids with the visible ones in their new order; hidden ones keep their places. Pure. */
export function inSlots(all: readonly string[], seen: readonly string[]): string[] {
  const isSeen = new Set(seen);
  let next = 0;
  return all.map((id) => (isSeen.has(id) ? (seen[next++] as string) : id));
}

/** Returns places from 1 on without gaps. */
export function placesOf(ids: readonly string[]): Place[] {
  return ids.map((id, index) => ({ id, position: index + 1 }));
}
