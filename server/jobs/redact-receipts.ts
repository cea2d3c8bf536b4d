import { isPictureLink } from '../../contract/pictures.ts';
import { type AnyResource, type BaseRow, idFromText } from '../../contract/resource.ts';
import { findResource } from '../../contract/resources.ts';
import { receiptsAfter, tombstonesAmong } from '../store/feed/purge.ts';
import { replaceReceipt, type Telling } from '../store/feed/receipts.ts';
import { loadRows } from '../store/repositories/rows.ts';
import type { Store, Writing } from '../store/store.ts';

/** Answers that are looked through in one transaction: others get their turn between two of them. */
const atOnce = 500;

/**
 * Takes the words out of answers that tell of rows which are gone: they are kept for weeks, for devices that did not hear them. Such a device
 * needs to hear that it was done, and of which row and version; its tombstone is on the way. Begins nothing more once `over` is aborted.
 */
export async function redactReceipts(store: Store, over?: AbortSignal): Promise<void> {
  let last: Pick<Telling, 'userId' | 'key'> | undefined = { userId: 0, key: '' };
  while (last && !over?.aborted) {
    const after: typeof last = last;
    last = await store.write([], async (trx) => {
      const page = await receiptsAfter(trx, after, atOnce);
      const gone = await deletedAmong(trx, [...new Set(page.flatMap(({ rowId }) => rowId ?? []))]);
      for (const receipt of page) {
        const resources = gone.get(receipt.rowId ?? '') ?? [];
        const body = resources.reduce((text, resource) => JSON.stringify(bodyWithoutWords(resource, text)), receipt.body);
        if (body !== receipt.body) await replaceReceipt(trx, { ...receipt, body });
      }
      return page.at(-1);
    });
  }
}

/** Returns the resources in which these rows were deleted, by row id. A row may have a tombstone in one scope only, and exist. */
async function deletedAmong(trx: Writing, ids: readonly string[]): Promise<Map<string, string[]>> {
  const deleted = new Map<string, string[]>();
  for (const [name, found] of Map.groupBy(await tombstonesAmong(trx, ids), ({ resource }) => resource)) {
    const resource = findResource(name);
    if (!resource) continue;
    const existing = await loadRows(
      trx,
      name,
      found.map(({ rowId }) => idFromText(resource, rowId)),
    );
    for (const { rowId } of found)
      if (!existing.has(idFromText(resource, rowId))) deleted.set(rowId, [...(deleted.get(rowId) ?? []), name]);
  }
  return deleted;
}

/** What tells of a row of another kind stays as it is: ids are unique within a resource only. */
function bodyWithoutWords(name: string, body: string): object {
  const told = JSON.parse(body) as BaseRow | { error: string; current?: BaseRow };
  const row = 'error' in told ? told.current : told;
  const resource = findResource(name);
  if (!resource?.row.safeParse(row).success) return told;
  if (!('error' in told)) return withoutWords(resource, told);
  // An answer without a current row says that it is gone.
  const { current: _current, ...rest } = told;
  return rest;
}

/** What a row of this kind may have blank is blank, its id apart, and links of pictures: they say nothing, and lead nowhere by now. */
function withoutWords({ row: schema }: AnyResource, row: BaseRow): BaseRow {
  const mayBeBlank = ([field, value]: [string, unknown]): boolean =>
    field !== 'id' && typeof value === 'string' && !isPictureLink(value) && schema.safeParse({ ...row, [field]: '' }).success;
  const blank = Object.entries(row).filter(mayBeBlank);
  return { ...row, ...Object.fromEntries(blank.map(([field]) => [field, ''])) };
}
