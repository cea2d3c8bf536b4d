import { type Verdict, wrong } from '../auth/throttle.ts';
import { isOver } from '#contract/rules/event-dates.ts';
import { type ErrorCode, Refusal } from '#contract/errors.ts';
import type { Code, TurnedAway } from '#contract/resources/codes.ts';
import { type WriteHandle, dynamicScopes, type ReadHandle, type Store } from '#server/store/store.ts';
import { type EventCode, spendCode } from '#server/store/repositories/events/event-codes.ts';
import { readRow, loadRows, rowStoreOf } from '#server/store/repositories/rows.ts';
import { type RowChange, recordChanges } from '../feed/change-log.ts';
import { entityKey } from '#contract/resource.ts';
import type { Actor } from '#contract/roles.ts';
import { idsInEvent } from '#server/store/repositories/events/deleted-event.ts';
import { audit } from '../audit/audit.ts';
import { firstCode } from '#server/services/events/create-event.ts';
import { scopeOf } from '#contract/scope.ts';
import { times } from '#contract/times.ts';

/** Returns the code that is valid at `now` (ms), or the reason why none is: `code_unknown`, `code_spent` or `event_over`. */
export function chooseUsableCode(codes: readonly EventCode[], now: number): EventCode | Refusal {
  const unspent = codes.filter(({ reusable, used }) => reusable || !used);
  const running = unspent.find((code) => !isOver(code, now));
  if (running) return running;
  if (unspent.length > 0) return new Refusal('event_over');
  return new Refusal(codes.length > 0 ? 'code_spent' : 'code_unknown');
}

/** Returns the verdict for the throttle: a code that was valid once comes from an old poster and is no guess. */
export const unusableCodeVerdict = (refusal: Refusal, shown: Refusal = refusal): Verdict<never> =>
  wrong(shown, refusal.code !== 'code_unknown');

/**
 * Spends a code and returns the changes, none for a reusable one; an event admin may have changed that since the code was found. Throws
 * `tooLate` if another person was faster or the code was deleted, which rolls the transaction back.
 */
export async function spendEventCode(trx: WriteHandle, code: EventCode, userId: number, tooLate: ErrorCode): Promise<RowChange[]> {
  const rowBefore = (await readRow(trx, 'codes', code.id)) as Code | null;
  if (rowBefore?.reusable) return [];
  if (!rowBefore || !(await spendCode(trx, code.id, userId))) throw new Refusal(tooLate);
  return [{ resource: 'codes', rowBefore, rowAfter: await readRow(trx, 'codes', code.id) }];
}

/** Replaces all reusable codes, which members may have. Returns the changes. */
export async function renewCodes(trx: WriteHandle, admin: Pick<Actor, 'userId'>, eventId: number, now: number): Promise<RowChange[]> {
  const rows = [...(await loadRows(trx, 'codes', await idsInEvent(trx, 'codes', eventId))).values()] as Code[];
  const changes = rows
    .filter(({ reusable }) => reusable)
    .map((rowBefore) => ({ resource: 'codes', rowBefore, rowAfter: { ...rowBefore, code: firstCode(), version: rowBefore.version + 1 } }));
  await rowStoreOf('codes').update(
    trx,
    changes.map(({ rowAfter }) => rowAfter),
  );
  for (const { rowAfter } of changes) {
    const subject = entityKey({ resource: 'codes', id: rowAfter.id });
    await audit(trx, now, {
      kind: 'codes.changed',
      actorId: admin.userId,
      eventId,
      subject,
      details: { reusable: true, fields: ['code'] },
    });
  }
  return changes;
}

/** The minimum time (ms) between two notes for each code and limit, so that a flood of strangers does not flood the feed. */
const noteEvery = times.hour;

/** Notes on a code that a limit turned somebody away, so that event admins can create another one. */
export async function recordTurnedAway(store: Store, { id, eventId }: EventCode, turnedAway: TurnedAway): Promise<void> {
  if (!(await codeToUpdate(store.reading, id, turnedAway))) return;
  await store.write(dynamicScopes([scopeOf.event(eventId), scopeOf.eventAdmin(eventId)]), async (trx) => {
    const rowBefore = await codeToUpdate(trx, id, turnedAway);
    if (!rowBefore) return;
    const rowAfter: Code = { ...rowBefore, version: rowBefore.version + 1, turnedAway };
    await rowStoreOf('codes').update(trx, [rowAfter]);
    await recordChanges(trx, [{ resource: 'codes', rowBefore, rowAfter }], turnedAway.at);
  });
}

async function codeToUpdate(db: ReadHandle, id: string, { at, limit }: TurnedAway): Promise<Code | null> {
  const code = (await readRow(db, 'codes', id)) as Code | null;
  const last = code?.turnedAway;
  return last?.limit === limit && at < last.at + noteEvery ? null : code;
}
