import { times } from '#contract/times.ts';
import { sqlOf, type WriteHandle } from '../core/handles.ts';

/** No job is planned further ahead (ms), and no clock of a healthy server is off by more. */
const furthest = times.day;

/**
 * Repairs the effects of a clock that was ahead: mails and pushes planned too far ahead become due at `now` (ms since the epoch), and
 * future attempts are deleted, so that they lock nobody out.
 */
export async function repairTimesAhead(trx: WriteHandle, now: number): Promise<void> {
  const db = sqlOf(trx);
  for (const table of ['mails', 'push_jobs'] as const) {
    await db
      .updateTable(table)
      .set({ next_at: now })
      .where('next_at', '>', now + furthest)
      .execute();
  }
  // An allowance is full again within a day.
  await db
    .deleteFrom('allowances')
    .where('full_at', '>', now + furthest)
    .execute();
  for (const table of ['attempts', 'email_hits', 'address_changes'] as const)
    await db
      .deleteFrom(table)
      .where('at', '>', now + times.minute)
      .execute();
}
