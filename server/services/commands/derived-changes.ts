import type { Me } from '#contract/resources/me.ts';
import { touchMemberships } from '#server/store/repositories/events/memberships.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import { datingChanges } from '../dating/dating-changes.ts';
import { createReports, removeReportedContent } from '../moderation/report-changes.ts';
import { countReactions } from '../reactions/count-reactions.ts';
import type { WriteHandle } from '#server/store/store.ts';
import type { RowChange } from '../feed/change-log.ts';

const shown = ['name', 'image', 'email', 'whatsapp', 'instagram', 'linkedin'] as const satisfies readonly (keyof Me)[];

/** Returns the changes of rows that are derived from changed rows. */
export async function derivedChanges(trx: WriteHandle, changes: readonly RowChange[], now: number): Promise<RowChange[]> {
  const derived = [
    ...(await shownPeople(trx, changes)),
    ...(await datingChanges(trx, changes, now)),
    // Before the removal, so that a report keeps content that the same transaction removes.
    ...(await createReports(trx, changes)),
    ...(await removeReportedContent(trx, changes)),
  ];
  return [...derived, ...(await countReactions(trx, [...changes, ...derived]))];
}

async function shownPeople(trx: WriteHandle, changes: readonly RowChange[]): Promise<RowChange[]> {
  const people = changes.filter(({ resource, rowBefore, rowAfter }) => {
    const [before, after] = [rowBefore, rowAfter] as [Me | null, Me | null];
    return resource === 'me' && before !== null && after !== null && shown.some((field) => before[field] !== after[field]);
  });
  if (people.length === 0) return [];
  const ids = await touchMemberships(trx, [...new Set(people.map(({ rowAfter }) => (rowAfter as Me).id))]);
  const rows = await loadRows(trx, 'participants', ids);
  // The scopes of the row stay the same, so the new row serves as both.
  return [...rows.values()].map((row) => ({ resource: 'participants', rowBefore: row, rowAfter: row }));
}
