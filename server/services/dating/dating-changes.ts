import { v4 as uuidv4 } from 'uuid';
import type { BaseRow } from '#contract/resource.ts';
import { times } from '#contract/times.ts';
import {
  type Dating,
  datingId,
  type DatingInterest,
  hasOptedIn,
  ratingOf,
  sharedInterests,
  type DatingMatch,
} from '#contract/resources/dating.ts';
import {
  findDatingParticipant,
  matchesEndedBy,
  matchesOf,
  matchWith,
  recordMatchTimes,
  replaceAnswers,
  setMatchEnd,
  timesOfMatch,
} from '#server/store/repositories/dating-rows.ts';
import { lockEvent } from '#server/store/repositories/events/event-lock.ts';
import { roleIn } from '#server/store/repositories/events/memberships.ts';
import { loadRows, rowStoreOf } from '#server/store/repositories/rows.ts';
import type { WriteHandle } from '#server/store/store.ts';
import type { RowChange } from '../feed/change-log.ts';

/**
 * Derives, at `now` (ms since the epoch), opt-ins and matches from changed ratings and preferences. Both rows of a match are created and
 * deleted together, and stay for `times.matchLife`. A one-sided rating changes nothing.
 */
export async function datingChanges(trx: WriteHandle, changes: readonly RowChange[], now: number): Promise<RowChange[]> {
  const byRow = Map.groupBy(
    changes.filter(({ resource }) => resource === 'dating'),
    ({ rowBefore, rowAfter }) => (rowAfter ?? rowBefore)!.id,
  );
  const made: RowChange[] = [];
  for (const ofRow of byRow.values()) {
    const versions = ofRow.flatMap(({ rowBefore, rowAfter }) => [rowBefore, rowAfter]).filter((row) => row !== null) as unknown as Dating[];
    const { eventId, userId } = versions[0] as Dating;
    // Serializes ratings of an event: with two simultaneous mutual ratings, neither would find the match.
    lockEvent(trx, eventId);
    const own = (ofRow.at(-1)?.rowAfter ?? null) as Dating | null;
    // The person may have left before the call is executed, and a global admin is no member.
    const taking = own && (await roleIn(trx, userId, eventId)) !== null ? own : null;
    made.push(...(await optedInOrOut(trx, eventId, userId, taking)), ...(await matched(trx, { eventId, userId, own: taking, now })));
    // Data that was taken back is removed from stored answers too.
    if (own && versions.some((row) => containsMore(row, own))) await replaceAnswers(trx, own);
  }
  return made;
}

function containsMore(row: Dating, other: Dating): boolean {
  const isMore = (list: readonly unknown[], others: readonly unknown[]): boolean => list.some((one) => !others.includes(one));
  return (['interests', 'interestedIn', 'notInterestedIn'] as const).some((name) => isMore(row[name], other[name]));
}

async function optedInOrOut(trx: WriteHandle, eventId: number, userId: number, own: Dating | null): Promise<RowChange[]> {
  const shown = await findDatingParticipant(trx, eventId, userId);
  if (hasOptedIn(own) === (shown !== null)) return [];
  return shown
    ? remove(trx, 'datingParticipants', [shown])
    : insert(trx, 'datingParticipants', [{ id: uuidv4(), version: 1, eventId, userId } as BaseRow]);
}

interface Matching {
  readonly eventId: number;
  readonly userId: number;
  readonly own: Dating | null;
  readonly now: number;
}

async function matched(trx: WriteHandle, { eventId, userId, own, now }: Matching): Promise<RowChange[]> {
  const mutuals = await mutual(trx, own);
  const made: RowChange[] = [];
  for (const match of await matchesOf(trx, eventId, userId)) {
    const both = [match, await matchWith(trx, match)];
    const overlap = mutuals.get(match.otherId);
    mutuals.delete(match.otherId);
    if (!overlap) made.push(...(await endMatch(trx, both, now)));
    else {
      await setMatchEnd(trx, both.map(idOf), null);
      if (overlap.join() !== match.overlappingInterests.join()) made.push(...(await update(trx, both, overlap)));
    }
  }
  const sides = [...mutuals].flatMap(([otherId, overlappingInterests]) => {
    const side = (one: number, other: number): DatingMatch => {
      return { id: uuidv4(), version: 1, eventId, userId: one, otherId: other, overlappingInterests };
    };
    return [side(userId, otherId), side(otherId, userId)];
  });
  const inserted = await insert(trx, 'datingMatches', sides);
  await recordMatchTimes(trx, sides.map(idOf), now);
  return [...made, ...inserted];
}

/** Ends a match, but a new one later: nobody may find matches by ratings that they take back before the others see them. */
async function endMatch(trx: WriteHandle, both: readonly DatingMatch[], now: number): Promise<RowChange[]> {
  const { madeAt, endsAt } = await timesOfMatch(trx, both[0]!.id);
  const earliest = madeAt + times.matchLife;
  if (earliest <= now) return remove(trx, 'datingMatches', both);
  if (endsAt === null) await setMatchEnd(trx, both.map(idOf), earliest);
  return [];
}

/** Removes the matches whose planned end has come at `now` (ms since the epoch). */
export async function endMatches(trx: WriteHandle, now: number): Promise<RowChange[]> {
  const ended = await matchesEndedBy(trx, now);
  for (const { eventId } of ended) lockEvent(trx, eventId);
  return remove(trx, 'datingMatches', ended);
}

const idOf = ({ id }: DatingMatch): string => id;

/** Returns the people with mutual interest, each with the shared interests; people without shared interests are left out. */
async function mutual(trx: WriteHandle, own: Dating | null): Promise<Map<number, DatingInterest[]>> {
  const found = new Map<number, DatingInterest[]>();
  if (!own || !hasOptedIn(own)) return found;
  const { eventId, userId } = own;
  const ids = own.interestedIn.map((other) => datingId(eventId, other));
  const others = (await loadRows(trx, 'dating', ids)) as ReadonlyMap<string, unknown> as ReadonlyMap<string, Dating>;
  for (const other of others.values()) {
    const overlap = sharedInterests(own, other);
    if (ratingOf(other, userId) === 1 && overlap.length > 0) found.set(other.userId, overlap);
  }
  return found;
}

async function insert(trx: WriteHandle, resource: string, rows: readonly BaseRow[]): Promise<RowChange[]> {
  await rowStoreOf(resource).insert(trx, rows);
  return rows.map((rowAfter) => ({ resource, rowBefore: null, rowAfter }));
}

async function update(trx: WriteHandle, matches: readonly DatingMatch[], overlappingInterests: DatingInterest[]): Promise<RowChange[]> {
  const rows = matches.map((match) => ({ ...match, overlappingInterests, version: match.version + 1 }));
  await rowStoreOf('datingMatches').update(trx, rows);
  return rows.map((rowAfter, index) => ({ resource: 'datingMatches', rowBefore: matches[index] as BaseRow, rowAfter }));
}

async function remove(trx: WriteHandle, resource: string, rows: readonly BaseRow[]): Promise<RowChange[]> {
  await rowStoreOf(resource).remove(
    trx,
    rows.map(({ id }) => id),
  );
  return rows.map((rowBefore) => ({ resource, rowBefore, rowAfter: null }));
}
