import { type BaseRow, entityKey } from '#contract/resource.ts';
import { scopeOf } from '#contract/scope.ts';
import { contentOf, type ReportableRow, type ReportedContent } from '#contract/rules/reported-content.ts';
import type { OwnReport, Report } from '#contract/resources/reports.ts';
import { deletedVersions } from '#server/store/feed/changes.ts';
import { replaceReceipt } from '#server/store/feed/receipts.ts';
import { accountLock } from '#server/store/accounts/account-lock.ts';
import { findErasure } from '#server/store/accounts/erase.ts';
import { clearedFields } from '#server/store/accounts/personal-tables.ts';
import { namedPictures } from '#server/store/repositories/pictures.ts';
import { loadRows, rowStoreOf } from '#server/store/repositories/rows.ts';
import type { WriteHandle } from '#server/store/store.ts';
import { deleteNewsPushesOf } from '#server/store/push/news-pushes.ts';
import type { RowChange } from '../feed/change-log.ts';
import { removeRows } from '../feed/removed-rows.ts';

/**
 * Creates the event admins' rows of new reports: with the content as the server has it, or had it until this transaction, else as the
 * reporter's device showed it. Data of an erased person is removed from the reporter's row too.
 */
export async function createReports(trx: WriteHandle, changes: readonly RowChange[]): Promise<RowChange[]> {
  const made = changes.filter(({ resource, rowBefore }) => resource === 'ownReports' && rowBefore === null);
  const rows: Report[] = [];
  const redacted: RowChange[] = [];
  for (const change of made) {
    const own = change.rowAfter as OwnReport;
    const report = await withThere(trx, await reportOf(trx, own, await storedContent(trx, own, changes)));
    rows.push((await isErased(trx, report.subjectId)) ? { ...report, ...clearedFields('reports', 'subjectId') } : report);
    if (!(await isErased(trx, own.subjectId))) continue;
    const rowAfter: OwnReport = { ...own, ...clearedFields('ownReports', 'subjectId'), version: own.version + 1 };
    redacted.push({ ...change, rowBefore: own, rowAfter });
  }
  if (rows.length > 0) await rowStoreOf('reports').insert(trx, rows);
  await rowStoreOf('ownReports').update(
    trx,
    redacted.map(({ rowAfter }) => rowAfter!),
  );
  for (const { key, keyUser, rowAfter } of redacted)
    if (key !== undefined && keyUser !== undefined) await replaceReceipt(trx, { userId: keyUser, key, body: JSON.stringify(rowAfter) });
  return [...redacted, ...rows.map((rowAfter) => ({ resource: 'reports', rowBefore: null, rowAfter }))];
}

/** Locks the account: an erasure at the same time either finds the report or is found here. */
async function isErased(trx: WriteHandle, userId: number | null): Promise<boolean> {
  if (userId === null) return false;
  trx.hold(accountLock(userId));
  return findErasure(trx, userId);
}

async function reportOf(trx: WriteHandle, own: OwnReport, stored: ReportedContent | null): Promise<Report> {
  const { id, eventId, resource, rowId, reason, text, seen, createdAt } = own;
  const { authorId: subjectId, picture, ...snapshot } = (stored ?? seen)!;
  const decided = { state: 'open' as const, decidedBy: null, source: stored ? ('stored' as const) : await sourceOfSeen(trx, own) };
  return { id, version: 1, eventId, resource, rowId, reason, text, subjectId, snapshot, picture, ...decided, createdAt };
}

/** Returns `seen` if a row of this id was deleted from the event; otherwise the reporter may have made up the content. */
async function sourceOfSeen(trx: WriteHandle, { eventId, resource, rowId }: OwnReport): Promise<'seen' | 'unverified'> {
  const deleted = await deletedVersions(trx, scopeOf.event(eventId), resource, [rowId]);
  return deleted.size > 0 ? 'seen' : 'unverified';
}

/** Drops a picture that was deleted before the report, or belongs to another event. */
async function withThere(trx: WriteHandle, report: Report): Promise<Report> {
  if (report.picture === null || report.source === 'stored') return report;
  const stillNamed = await namedPictures(trx, [report.picture], true, report.eventId);
  return stillNamed.has(report.picture) ? report : { ...report, picture: null };
}

/** Returns null for deleted content and content of another event, which the reporter may not see. */
async function storedContent(trx: WriteHandle, own: OwnReport, changes: readonly RowChange[]): Promise<ReportedContent | null> {
  const { resource, rowId, eventId } = own;
  const name = entityKey({ resource, id: rowId });
  const removed = changes.find(
    (change) => change.rowAfter === null && change.rowBefore && entityKey({ resource: change.resource, id: change.rowBefore.id }) === name,
  )?.rowBefore;
  const row = ((await loadRows(trx, resource, [rowId])).get(rowId) ?? removed) as BaseRow | undefined;
  const ofEvent = row as (BaseRow & ReportableRow[typeof resource]) | undefined;
  return ofEvent?.eventId === eventId ? contentOf(resource, ofEvent as never) : null;
}

/**
 * Removes the content of reports that were decided as removed, with its dependants, if no command of the same transaction did: such a
 * report never refers to content that still exists.
 */
export async function removeReportedContent(trx: WriteHandle, changes: readonly RowChange[]): Promise<RowChange[]> {
  const reports = changes
    .flatMap(({ resource, rowAfter }) => (resource === 'reports' && rowAfter ? [rowAfter as Report] : []))
    .filter(({ state }) => state === 'removed');
  const removed: RowChange[] = [];
  for (const [resource, ofResource] of Map.groupBy(reports, (report) => report.resource)) {
    const ids = [...new Set(ofResource.map(({ rowId }) => rowId))];
    const rows = (await loadRows(trx, resource, ids)) as Map<string, BaseRow & { eventId: number }>;
    // A reporter may name any row; event admins can only remove rows of their own event.
    const ofSameEvent = ofResource.filter(({ rowId, eventId }) => rows.get(rowId)?.eventId === eventId);
    removed.push(...(await removeRows(trx, resource, [...new Set(ofSameEvent.map(({ rowId }) => rowId))])));
  }
  await deleteNewsPushesOf(
    trx,
    removed.map(({ resource, rowBefore }) => entityKey({ resource, id: rowBefore!.id })),
  );
  return removed;
}
