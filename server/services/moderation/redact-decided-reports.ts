import type { OwnReport } from '#contract/resources/own-reports.ts';
import type { Report } from '#contract/resources/reports.ts';
import { decidedReportsWithWords } from '#server/store/repositories/moderation-counts.ts';
import { rowStoreOf } from '#server/store/repositories/rows.ts';
import type { Writing } from '#server/store/store.ts';
import type { RowChange } from '../feed/change-log.ts';
import { redactReportReceipts } from './redact-reports.ts';

/** Deletes the text and content of decided reports from before a time (ms since the epoch); the decision stays. */
export async function redactDecidedReports(trx: Writing, time: number): Promise<RowChange[]> {
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
