import { isPictureLink } from '#contract/pictures.ts';
import { type AnyResource, type BaseRow, idFromText } from '#contract/resource.ts';
import { findResource } from '#contract/resources.ts';
import { receiptsAfter, tombstonesAmong } from '../store/feed/purge.ts';
import { replaceReceipt, type ReceiptOfRow } from '../store/feed/receipts.ts';
import { loadRows } from '../store/repositories/rows.ts';
import type { Store, WriteHandle } from '../store/store.ts';

/** Receipts per transaction; other writes run in between. */
const atOnce = 500;

/**
 * Removes texts of deleted rows from receipts, which are kept for weeks for devices that missed an answer. Such a device only needs the
 * result, row id and version; the tombstone follows. Stops when `stopping` aborts.
 */
export async function redactReceipts(store: Store, stopping?: AbortSignal): Promise<void> {
  let last: Pick<ReceiptOfRow, 'userId' | 'key'> | undefined = { userId: 0, key: '' };
  while (last && !stopping?.aborted) {
    const after: typeof last = last;
    last = await store.write([], async (trx) => {
      const page = await receiptsAfter(trx, after, atOnce);
      const deletedResources = await deletedAmong(trx, [...new Set(page.flatMap(({ rowId }) => rowId ?? []))]);
      for (const receipt of page) {
        const resources = deletedResources.get(receipt.rowId ?? '') ?? [];
        const body = resources.reduce((text, resource) => JSON.stringify(bodyWithoutWords(resource, text)), receipt.body);
        if (body !== receipt.body) await replaceReceipt(trx, { ...receipt, body });
      }
      return page.at(-1);
    });
  }
}

/** Returns the resources in which these rows were deleted, by row id. A row with a tombstone in one scope may still exist in another. */
async function deletedAmong(trx: WriteHandle, ids: readonly string[]): Promise<Map<string, string[]>> {
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

/** Leaves a body of another resource unchanged: ids are unique only within a resource. */
function bodyWithoutWords(name: string, body: string): object {
  const answer = JSON.parse(body) as BaseRow | { error: string; current?: BaseRow };
  const row = 'error' in answer ? answer.current : answer;
  const resource = findResource(name);
  if (!resource?.row.safeParse(row).success) return answer;
  if (!('error' in answer)) return withoutWords(resource, answer);
  // A conflict without a current row means that it was deleted.
  const { current: _current, ...rest } = answer;
  return rest;
}

/** Blanks all texts that may be empty, except the id and links of pictures, which contain no words and lead nowhere after the deletion. */
function withoutWords({ row: schema }: AnyResource, row: BaseRow): BaseRow {
  const mayBeBlank = ([field, value]: [string, unknown]): boolean =>
    field !== 'id' && typeof value === 'string' && !isPictureLink(value) && schema.safeParse({ ...row, [field]: '' }).success;
  const blank = Object.entries(row).filter(mayBeBlank);
  return { ...row, ...Object.fromEntries(blank.map(([field]) => [field, ''])) };
}
