import { type ObservabilitySet, RangeSet } from 'dexie';
import type { RowId } from '#contract/resource.ts';
import { type Changes, searchedTables } from './searcher.ts';

/** Returns the rows that a write of Dexie has changed in the searched tables, or null if it changed none of them. */
export function changesIn(database: string, parts: ObservabilitySet): Changes | null {
  const changes = new Map<string, readonly RowId[] | null>();
  for (const table of searchedTables) {
    const keys = parts[`idb://${database}/${table}/`];
    if (keys) changes.set(table, idsIn([...RangeSet(keys)]));
  }
  return changes.size > 0 ? changes : null;
}

/** Dexie names ranges instead of keys after large writes. */
function idsIn(ranges: readonly { readonly from: unknown; readonly to: unknown }[]): readonly RowId[] | null {
  return ranges.every(({ from, to }) => from === to) ? ranges.map(({ from }) => from as RowId) : null;
}
