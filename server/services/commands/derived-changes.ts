import type { Me } from '../../../contract/resources/me.ts';
import { touchMemberships } from '../../store/repositories/memberships.ts';
import { loadRows } from '../../store/repositories/rows.ts';
import { datingChanges } from '../dating/dating-changes.ts';
import { contentRemoved } from '../moderation/removed-content.ts';
import { reportsMade } from '../moderation/reported-content.ts';
import type { Writing } from '../../store/store.ts';
import type { RowChange } from '../feed/change-log.ts';

/** What the others see of a person. */
const shown = ['name', 'image', 'email', 'whatsapp', 'instagram', 'linkedin'] as const satisfies readonly (keyof Me)[];

/** Rows that follow from the rows that changed, and so change with them. */
export async function derivedChanges(trx: Writing, changes: readonly RowChange[], now: number): Promise<RowChange[]> {
  return [
    ...(await shownPeople(trx, changes)),
    ...(await datingChanges(trx, changes, now)),
    // What is reported and removed in one go is kept in the report as it was.
    ...(await reportsMade(trx, changes)),
    ...(await contentRemoved(trx, changes)),
  ];
}

/** Whoever changes their profile changes in the eyes of their events. */
async function shownPeople(trx: Writing, changes: readonly RowChange[]): Promise<RowChange[]> {
  const people = changes.filter(({ resource, rowBefore, rowAfter }) => {
    const [before, after] = [rowBefore, rowAfter] as [Me | null, Me | null];
    return resource === 'me' && before !== null && after !== null && shown.some((field) => before[field] !== after[field]);
  });
  if (people.length === 0) return [];
  const ids = await touchMemberships(trx, [...new Set(people.map(({ rowAfter }) => (rowAfter as Me).id))]);
  const rows = await loadRows(trx, 'participants', ids);
  // Nobody sees more or less of them than before: the row after tells the scopes of the row before, too.
  return [...rows.values()].map((row) => ({ resource: 'participants', rowBefore: row, rowAfter: row }));
}
