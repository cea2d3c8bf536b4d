import { type Dating, datingId } from '#contract/resources/dating.ts';
import { times } from '#contract/times.ts';
import { datingOfEventsBefore, matchesWith, ratingsOf, replaceAnswers } from '#server/store/repositories/dating-rows.ts';
import { readRow, rowStoreOf } from '#server/store/repositories/rows.ts';
import type { WriteHandle } from '#server/store/store.ts';
import type { RowChange } from '../feed/change-log.ts';
import { datingChanges, endMatches } from './dating-changes.ts';

/** Deletes the opt-in and the ratings of a person who leaves an event. */
export async function deleteDatingIn(trx: WriteHandle, { eventId, userId, now }: Leaver): Promise<RowChange[]> {
  const row = (await readRow(trx, 'dating', datingId(eventId, userId))) as Dating | null;
  return row ? emptied(trx, [row], now) : [];
}

interface Leaver {
  readonly eventId: number;
  readonly userId: number;
  readonly now: number;
}

/** Deletes dating data of events that ended long ago, and matches whose end has come at `now` (ms since the epoch). */
export async function deleteOldDating(trx: WriteHandle, now: number): Promise<RowChange[]> {
  const old = await datingOfEventsBefore(trx, now - times.datingLife);
  return [...(await emptied(trx, old, now)), ...(await endMatches(trx, now))];
}

/** Removes an erased person from matches and ratings of others. */
export async function removeFromDating(trx: WriteHandle, userId: number): Promise<RowChange[]> {
  const matches = await matchesWith(trx, userId);
  await rowStoreOf('datingMatches').remove(
    trx,
    matches.map(({ id }) => id),
  );
  const without = (ids: readonly number[]): number[] => ids.filter((id) => id !== userId);
  const rated = await replaced(trx, await ratingsOf(trx, userId), (row) => ({
    ...row,
    interestedIn: without(row.interestedIn),
    notInterestedIn: without(row.notInterestedIn),
  }));
  for (const { rowAfter } of rated) await replaceAnswers(trx, rowAfter as Dating);
  return [...matches.map((rowBefore) => ({ resource: 'datingMatches', rowBefore, rowAfter: null })), ...rated];
}

async function emptied(trx: WriteHandle, rows: readonly Dating[], now: number): Promise<RowChange[]> {
  const changes = await replaced(trx, rows, (row) => ({ ...row, interests: [], interestedIn: [], notInterestedIn: [] }));
  return [...changes, ...(await datingChanges(trx, changes, now))];
}

async function replaced(trx: WriteHandle, rows: readonly Dating[], rule: (row: Dating) => Dating): Promise<RowChange[]> {
  const after = rows.map((row) => ({ ...rule(row), version: row.version + 1 }));
  await rowStoreOf('dating').update(trx, after);
  return rows.map((rowBefore, index) => ({ resource: 'dating', rowBefore, rowAfter: after[index] as Dating }));
}
