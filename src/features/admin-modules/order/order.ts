import type { Place } from '../../../../contract/rules/arranged.ts';

/** The list with one of its members at another place. Pure. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return list.slice(from, from + 1).length === 0 ? rest : rest.toSpliced(to, 0, list[from] as T);
}

/** All ids, those that are seen in their new order; what is not seen stays where it stands among them. Pure. */
export function inSlots(all: readonly string[], seen: readonly string[]): string[] {
  const isSeen = new Set(seen);
  let next = 0;
  return all.map((id) => (isSeen.has(id) ? (seen[next++] as string) : id));
}

/** Places from 1 on, without a gap. */
export function placesOf(ids: readonly string[]): Place[] {
  return ids.map((id, index) => ({ id, position: index + 1 }));
}
