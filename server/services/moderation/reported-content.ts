import { type BaseRow, entityKey } from '../../../contract/resource.ts';
import { contentOf, type ReportableRow, type ReportedContent } from '../../../contract/reported-content.ts';
import type { OwnReport } from '../../../contract/resources/own-reports.ts';
import type { Report } from '../../../contract/resources/reports.ts';
import { namedPictures } from '../../store/rows/pictures.ts';
import { loadRows, rowStoreOf } from '../../store/rows/rows.ts';
import type { Writing } from '../../store/store.ts';
import type { RowChange } from '../feed/change-log.ts';

/**
 * What organisers get of the reports among the changes, made in the same transaction: the content as the server has it, or had it until this
 * moment, else as the reporter's device showed it.
 */
export async function reportsMade(trx: Writing, changes: readonly RowChange[]): Promise<RowChange[]> {
  const made = changes.flatMap(({ resource, rowBefore, rowAfter }) =>
    resource === 'ownReports' && rowBefore === null ? [rowAfter as OwnReport] : [],
  );
  const rows: Report[] = [];
  for (const own of made) rows.push(await withThere(trx, reportOf(own, await storedContent(trx, own, changes))));
  if (rows.length > 0) await rowStoreOf('reports').insert(trx, rows);
  return rows.map((rowAfter) => ({ resource: 'reports', rowBefore: null, rowAfter }));
}

function reportOf({ id, eventId, resource, rowId, reason, text, seen, createdAt }: OwnReport, stored: ReportedContent | null): Report {
  const { authorId: subjectId, picture, ...snapshot } = (stored ?? seen)!;
  const decided = { state: 'open' as const, decidedBy: null, source: stored ? ('stored' as const) : ('seen' as const) };
  return { id, version: 1, eventId, resource, rowId, reason, text, subjectId, snapshot, picture, ...decided, createdAt };
}

/** A picture that went before the report came is none, nor is that of another event, which the reporter's device may name. */
async function withThere(trx: Writing, report: Report): Promise<Report> {
  if (report.picture === null || report.source === 'stored') return report;
  const named = await namedPictures(trx, [report.picture], true, report.eventId);
  return named.has(report.picture) ? report : { ...report, picture: null };
}

/** Null for what is gone, and for what is another event's: that is not the reporter's to see. */
async function storedContent(trx: Writing, own: OwnReport, changes: readonly RowChange[]): Promise<ReportedContent | null> {
  const { resource, rowId, eventId } = own;
  const name = entityKey({ resource, id: rowId });
  const removed = changes.find(
    (change) => change.rowAfter === null && change.rowBefore && entityKey({ resource: change.resource, id: change.rowBefore.id }) === name,
  )?.rowBefore;
  const row = ((await loadRows(trx, resource, [rowId])).get(rowId) ?? removed) as BaseRow | undefined;
  const there = row as (BaseRow & ReportableRow[typeof resource]) | undefined;
  return there?.eventId === eventId ? contentOf(resource, there as never) : null;
}
