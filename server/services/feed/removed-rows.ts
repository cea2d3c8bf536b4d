import type { BaseRow, RowId } from '#contract/resource.ts';
import { resourceNamed } from '#contract/resources.ts';
import { rowStoreOf } from '#server/store/repositories/rows.ts';
import type { WriteHandle } from '#server/store/store.ts';
import type { RowChange } from './change-log.ts';

/** Removes rows with their dependants, as the removal of each row does, and returns the changes. */
export async function removeRows(trx: WriteHandle, resource: string, ids: readonly RowId[]): Promise<RowChange[]> {
  const store = rowStoreOf(resource);
  const all = await withDependants(trx, resource, ids);
  const rows = await store.load(trx, all);
  await store.remove(trx, all);
  return asRemoved(resource, rows);
}

export const asRemoved = (resource: string, rows: ReadonlyMap<RowId, BaseRow>): RowChange[] =>
  [...rows.values()].map((rowBefore) => ({ resource, rowBefore, rowAfter: null }));

async function withDependants(trx: WriteHandle, resource: string, ids: readonly RowId[]): Promise<RowId[]> {
  const all = new Set(ids);
  const { cascade } = resourceNamed(resource);
  for (let found = [...ids]; cascade && found.length > 0;) {
    found = (await rowStoreOf(resource).idsWhere(trx, cascade, found)).filter((id) => !all.has(id));
    for (const id of found) all.add(id);
  }
  return [...all];
}
