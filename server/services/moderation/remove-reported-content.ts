import { type BaseRow, entityKey } from '#contract/resource.ts';
import type { Report } from '#contract/resources/reports.ts';
import { deleteNewsPushesOf } from '#server/store/push/news-pushes.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import type { Writing } from '#server/store/store.ts';
import type { RowChange } from '../feed/change-log.ts';
import { removeRows } from '../feed/removed-rows.ts';

/**
 * Removes the content of reports that were decided as removed, with its dependants, if no command of the same transaction did: such a
 * report never refers to content that still exists.
 */
export async function removeReportedContent(trx: Writing, changes: readonly RowChange[]): Promise<RowChange[]> {
  const reports = changes
    .flatMap(({ resource, rowAfter }) => (resource === 'reports' && rowAfter ? [rowAfter as Report] : []))
    .filter(({ state }) => state === 'removed');
  const removed: RowChange[] = [];
  for (const [resource, ofResource] of Map.groupBy(reports, (report) => report.resource)) {
    const ids = [...new Set(ofResource.map(({ rowId }) => rowId))];
    const rows = (await loadRows(trx, resource, ids)) as Map<string, BaseRow & { eventId: number }>;
    // A reporter may name any row; event admins can only remove rows of their own event.
    const theirs = ofResource.filter(({ rowId, eventId }) => rows.get(rowId)?.eventId === eventId);
    removed.push(...(await removeRows(trx, resource, [...new Set(theirs.map(({ rowId }) => rowId))])));
  }
  await deleteNewsPushesOf(
    trx,
    removed.map(({ resource, rowBefore }) => entityKey({ resource, id: rowBefore!.id })),
  );
  return removed;
}
