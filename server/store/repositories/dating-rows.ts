import type { RowId } from '#contract/resource.ts';
import { type Dating, ratingOf, type DatingMatch, type DatingParticipant } from '#contract/resources/dating.ts';
import { hasArray, idIn } from '../core/dialect.ts';
import { insertMany } from '../core/insert-many.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import { loadRows, rowStoreOf } from './rows.ts';

export async function findDatingParticipant(db: ReadHandle, eventId: number, userId: number): Promise<DatingParticipant | null> {
  const found = await sqlOf(db)
    .selectFrom('dating_participants')
    .select('id')
    .where('user_id', '=', userId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return found ? ((await loadRows(db, 'datingParticipants', [found.id])).get(found.id) as DatingParticipant) : null;
}

/** Returns a user's own sides of their matches in an event. */
export async function matchesOf(db: ReadHandle, eventId: number, userId: number): Promise<DatingMatch[]> {
  const found = await sqlOf(db)
    .selectFrom('dating_matches')
    .select('id')
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return readMatches(
    db,
    found.map(({ id }) => id),
  );
}

/** Returns the other sides of a user's matches, in all events. */
export async function matchesWith(db: ReadHandle, userId: number): Promise<DatingMatch[]> {
  return readMatches(db, await rowStoreOf('datingMatches').idsWhere(db, 'otherId', [userId]));
}

/** Returns the other side of a match. Throws if it is missing, which no transaction leaves behind. */
export async function matchWith(db: ReadHandle, { eventId, userId, otherId }: DatingMatch): Promise<DatingMatch> {
  const { id } = await sqlOf(db)
    .selectFrom('dating_matches')
    .select('id')
    .where('event_id', '=', eventId)
    .where('user_id', '=', otherId)
    .where('other_id', '=', userId)
    .executeTakeFirstOrThrow();
  return (await readMatches(db, [id]))[0] as DatingMatch;
}

async function readMatches(db: ReadHandle, ids: readonly RowId[]): Promise<DatingMatch[]> {
  return [...(await loadRows(db, 'datingMatches', ids)).values()] as DatingMatch[];
}

const insertTimes = insertMany({ table: 'match_times', columns: ['match_id', 'made_at', 'ends_at'] });

/** Stores that these matches were made at `madeAt` (ms since the epoch). */
export async function recordMatchTimes(trx: WriteHandle, ids: readonly string[], madeAt: number): Promise<void> {
  await insertTimes(
    trx,
    ids.map((match_id) => ({ match_id, made_at: madeAt, ends_at: null })),
  );
}

/** The start and end of a match (ms since the epoch); `endsAt` is null while both are interested. */
export interface MatchTimes {
  readonly madeAt: number;
  readonly endsAt: number | null;
}

/** Returns the times of a match; a match without times counts as made long ago. */
export async function timesOfMatch(db: ReadHandle, id: string): Promise<MatchTimes> {
  const found = await sqlOf(db).selectFrom('match_times').selectAll().where('match_id', '=', id).executeTakeFirst();
  return { madeAt: found?.made_at ?? 0, endsAt: found?.ends_at ?? null };
}

export async function setMatchEnd(trx: WriteHandle, ids: readonly string[], endsAt: number | null): Promise<void> {
  await sqlOf(trx).updateTable('match_times').set({ ends_at: endsAt }).where('match_id', 'in', ids).execute();
}

/** Returns both sides of the matches that end at or before `time` (ms since the epoch). */
export async function matchesEndedBy(db: ReadHandle, time: number): Promise<DatingMatch[]> {
  const found = await sqlOf(db).selectFrom('match_times').select('match_id').where('ends_at', '<=', time).execute();
  return readMatches(
    db,
    found.map(({ match_id }) => match_id),
  );
}

/** Returns the rows that rate this person. */
export async function ratingsOf(db: ReadHandle, userId: number): Promise<Dating[]> {
  const named = `%${userId}%`;
  const found = await sqlOf(db)
    .selectFrom('dating')
    .select('id')
    .where((is) => is.or([is('interested_in', 'like', named), is('not_interested_in', 'like', named)]))
    .execute();
  const rows = await readDating(
    db,
    found.map(({ id }) => id),
  );
  return rows.filter((row) => ratingOf(row, userId) !== 0);
}

/** Returns the non-empty rows of events that ended before `time` (ms since the epoch). */
export async function datingOfEventsBefore(db: ReadHandle, time: number): Promise<Dating[]> {
  const found = await sqlOf(db)
    .selectFrom('dating')
    .innerJoin('events', 'events.id', 'dating.event_id')
    .select('dating.id')
    .where('events.end_date', '<', new Date(time).toISOString())
    .where((is) =>
      is.or([is('dating.interests', '!=', '[]'), is('dating.interested_in', '!=', '[]'), is('dating.not_interested_in', '!=', '[]')]),
    )
    .execute();
  return readDating(
    db,
    found.map(({ id }) => id),
  );
}

async function readDating(db: ReadHandle, ids: readonly RowId[]): Promise<Dating[]> {
  return [...(await loadRows(db, 'dating', ids)).values()] as Dating[];
}

/** Replaces this row in the stored receipts of its user. `interestedIn` distinguishes it from rows of other resources with the same id. */
export async function replaceAnswers(trx: WriteHandle, row: Dating): Promise<void> {
  await sqlOf(trx)
    .updateTable('receipts')
    .set({ body: JSON.stringify(row) })
    .where('user_id', '=', row.userId)
    .where(idIn(sqlOf(trx), 'body', 'id'), '=', row.id)
    .where(hasArray(sqlOf(trx), 'body', 'interestedIn'))
    .execute();
}
