import type { Code, TurnedAway } from '../../../contract/resources/codes.ts';
import { scopeOf } from '../../../contract/scope.ts';
import { times } from '../../../contract/times.ts';
import type { EventCode } from '../../store/accounts/event-codes.ts';
import { readRow, rowStoreOf } from '../../store/repositories/rows.ts';
import { asFound, type Reading, type Store } from '../../store/store.ts';
import { recordChanges } from '../feed/change-log.ts';

/** A flood of strangers costs the feed of an event one change in this time (ms) for each code and limit. */
const noteEvery = times.hour;

/** Notes on a code that somebody was turned away by a limit: its organisers can make another one. */
export async function noteTurnedAway(store: Store, { id, eventId }: EventCode, turnedAway: TurnedAway): Promise<void> {
  if (!(await codeToNote(store.reading, id, turnedAway))) return;
  await store.write(asFound([scopeOf.event(eventId), scopeOf.eventAdmin(eventId)]), async (trx) => {
    const rowBefore = await codeToNote(trx, id, turnedAway);
    if (!rowBefore) return;
    const rowAfter: Code = { ...rowBefore, version: rowBefore.version + 1, turnedAway };
    await rowStoreOf('codes').update(trx, [rowAfter]);
    await recordChanges(trx, [{ resource: 'codes', rowBefore, rowAfter }], turnedAway.at);
  });
}

/** The code, unless the same was noted on it a short time ago. */
async function codeToNote(db: Reading, id: string, { at, limit }: TurnedAway): Promise<Code | null> {
  const code = (await readRow(db, 'codes', id)) as Code | null;
  const last = code?.turnedAway;
  return last?.limit === limit && at < last.at + noteEvery ? null : code;
}
