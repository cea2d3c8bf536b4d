import type { Code, TurnedAway } from '#contract/resources/codes.ts';
import { scopeOf } from '#contract/scope.ts';
import { times } from '#contract/times.ts';
import type { EventCode } from '#server/store/accounts/event-codes.ts';
import { readRow, rowStoreOf } from '#server/store/repositories/rows.ts';
import { asFound, type Reading, type Store } from '#server/store/store.ts';
import { recordChanges } from '../feed/change-log.ts';

/** The minimum time (ms) between two notes for each code and limit, so that a flood of strangers does not flood the feed. */
const noteEvery = times.hour;

/** Notes on a code that a limit turned somebody away, so that event admins can create another one. */
export async function recordTurnedAway(store: Store, { id, eventId }: EventCode, turnedAway: TurnedAway): Promise<void> {
  if (!(await codeToUpdate(store.reading, id, turnedAway))) return;
  await store.write(asFound([scopeOf.event(eventId), scopeOf.eventAdmin(eventId)]), async (trx) => {
    const rowBefore = await codeToUpdate(trx, id, turnedAway);
    if (!rowBefore) return;
    const rowAfter: Code = { ...rowBefore, version: rowBefore.version + 1, turnedAway };
    await rowStoreOf('codes').update(trx, [rowAfter]);
    await recordChanges(trx, [{ resource: 'codes', rowBefore, rowAfter }], turnedAway.at);
  });
}

async function codeToUpdate(db: Reading, id: string, { at, limit }: TurnedAway): Promise<Code | null> {
  const code = (await readRow(db, 'codes', id)) as Code | null;
  const last = code?.turnedAway;
  return last?.limit === limit && at < last.at + noteEvery ? null : code;
}
