import { type BaseRow, entityKey } from '#contract/resource.ts';
import type { Report, OwnReport } from '#contract/resources/reports.ts';
import { receiptsOfRows, replaceReceipt } from '#server/store/feed/receipts.ts';
import { rowStoreOf } from '#server/store/repositories/rows.ts';
import type { WriteHandle } from '#server/store/store.ts';
import type { RowChange } from '../feed/change-log.ts';
import { decidedReportsWithWords } from '#server/store/repositories/row-counts.ts';

/** Deletes the text that an erased person wrote in reports; the reports stay. */
export async function redactReportsOf(trx: WriteHandle, userId: number): Promise<RowChange[]> {
  const store = rowStoreOf('reports');
  const reports = await store.load(trx, await rowStoreOf('ownReports').idsWhere(trx, 'authorId', [userId]));
  const worded = ([...reports.values()] as Report[]).filter(({ text }) => text !== '');
  const after = worded.map((row) => ({ ...row, text: '', version: row.version + 1 }));
  await store.update(trx, after);
  return worded.map((rowBefore, index) => ({ resource: 'reports', rowBefore, rowAfter: after[index] as Report }));
}

/** Redacts stored answers: replaces an answer that is such a row by the row as it is now, and removes the row from a conflict answer. */
export async function redactReportReceipts(trx: WriteHandle, changes: readonly RowChange[]): Promise<void> {
  const after = new Map<string, BaseRow>();
  const ids = new Set<string>();
  for (const { resource, rowAfter } of changes) {
    if (!rowAfter || (resource !== 'reports' && resource !== 'ownReports')) continue;
    after.set(entityKey({ resource, id: rowAfter.id }), rowAfter);
    ids.add(String(rowAfter.id));
  }
  const asItIs = (row: BaseRow) => after.get(entityKey({ resource: kindOf(row), id: row.id }));
  for (const receipt of await receiptsOfRows(trx, [...ids])) {
    const { current, ...answer } = JSON.parse(receipt.body) as BaseRow & { current?: BaseRow };
    const body = current ? asItIs(current) && answer : asItIs(answer);
    if (body) await replaceReceipt(trx, { ...receipt, body: JSON.stringify(body) });
  }
}

/** Returns the resource of a row in an answer: a report and the reporter's own row have the same id. */
function kindOf(row: BaseRow): string {
  if (!('rowId' in row)) return '';
  return 'authorId' in row ? 'ownReports' : 'reports';
}

/** Deletes the text and content of decided reports from before a time (ms since the epoch); the decision stays. */
export async function redactDecidedReports(trx: WriteHandle, time: number): Promise<RowChange[]> {
  const ids = await decidedReportsWithWords(trx, new Date(time).toISOString());
  const [reports, ownReports] = [rowStoreOf('reports'), rowStoreOf('ownReports')];
  const forOrganisers = [...(await reports.load(trx, ids)).values()] as Report[];
  const ofReporters = [...(await ownReports.load(trx, ids)).values()] as OwnReport[];
  const blankReports = forOrganisers.map((row) => ({ ...row, text: '', snapshot: null, picture: null, version: row.version + 1 }));
  const blankOwn = ofReporters.map((row) => ({ ...row, seen: null, version: row.version + 1 }));
  await reports.update(trx, blankReports);
  await ownReports.update(trx, blankOwn);
  const changes: RowChange[] = [
    ...forOrganisers.map((rowBefore, index) => ({ resource: 'reports', rowBefore, rowAfter: blankReports[index]! })),
    ...ofReporters.map((rowBefore, index) => ({ resource: 'ownReports', rowBefore, rowAfter: blankOwn[index]! })),
  ];
  await redactReportReceipts(trx, changes);
  return changes;
}
