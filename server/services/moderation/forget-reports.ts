import type { Report } from '../../../contract/resources/reports.ts';
import { replaceAnswersOf } from '../../store/feed/receipts.ts';
import { rowStoreOf } from '../../store/rows/rows.ts';
import type { Writing } from '../../store/store.ts';
import type { RowChange } from '../feed/change-log.ts';

/** Takes the words of somebody who leaves for good out of what organisers have of their reports; that they reported something stays. */
export async function forgetReporter(trx: Writing, userId: number): Promise<RowChange[]> {
  const store = rowStoreOf('reports');
  const reports = await store.load(trx, await rowStoreOf('ownReports').idsWhere(trx, 'authorId', [userId]));
  const worded = ([...reports.values()] as Report[]).filter(({ text }) => text !== '');
  const after = worded.map((row) => ({ ...row, text: '', version: row.version + 1 }));
  await store.update(trx, after);
  return worded.map((rowBefore, index) => ({ resource: 'reports', rowBefore, rowAfter: after[index] as Report }));
}

/** What was taken out of reports is in no answer that is kept, either. */
export async function forgetInAnswers(trx: Writing, changes: readonly RowChange[]): Promise<void> {
  for (const { resource, rowAfter } of changes) {
    if (rowAfter && (resource === 'reports' || resource === 'ownReports')) await replaceAnswersOf(trx, rowAfter, 'rowId');
  }
}
