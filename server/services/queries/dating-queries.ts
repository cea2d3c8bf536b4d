import { Refusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { type Dating, datingId, type DatingParticipant, type DatingRating, ratingOf } from '#contract/resources/dating.ts';
import type { Participant } from '#contract/resources/participants.ts';
import type { Caller } from '#server/lib/caller.ts';
import { AnswerRoom, listOfEvent } from '#server/store/repositories/lists.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { matchesOf } from '#server/store/repositories/dating-rows.ts';
import { loadRows, readRow } from '#server/store/repositories/rows.ts';
import type { ReadHandle, Store } from '#server/store/store.ts';
import { activeEventOf } from './event-access.ts';
import { placeholderImage } from './event-queries.ts';

/** Dating in the active event for the REST API; the app itself reads its mirror. */
export class DatingQueries {
  readonly #db: ReadHandle;

  constructor(store: Store) {
    this.#db = store.reading;
  }

  async interests(caller: Caller): Promise<{ interestI18N: string }[]> {
    const own = await this.#own(caller);
    return (own?.interests ?? []).map((interestI18N) => ({ interestI18N }));
  }

  /** Returns one page (from 1) of the others with this rating, and the totals of all ratings. Throws `forbidden` without an opt-in. */
  async participants(caller: Caller, { rating, page }: { rating: DatingRating; page: number }) {
    const eventId = activeEventOf(caller);
    if (!caller.datingIn.includes(eventId)) throw new Refusal('forbidden');
    const own = await this.#own(caller);
    const shown = await listOfEvent(this.#db, 'datingParticipants', eventId);
    const others = shown.filter(({ userId }) => userId !== caller.userId).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const rated = (rating: DatingRating) => others.filter(({ userId }) => ratingOf(own, userId) === rating);
    const size = limits.datingPageSize;
    const [all, neutral, plusOne, minusOne] = [rating, 0 as const, 1 as const, -1 as const].map(rated) as [
      DatingParticipant[],
      DatingParticipant[],
      DatingParticipant[],
      DatingParticipant[],
    ];
    const people = await this.#people(
      eventId,
      all.slice((page - 1) * size, page * size).map(({ userId }) => userId),
    );
    return {
      participants: people.map(({ id, name, image }) => ({ id, user: { name, image }, rating })),
      pagination: { totalPages: Math.max(1, Math.ceil(all.length / size)) },
      ratingTotals: { neutral: neutral.length, plusOne: plusOne.length, minusOne: minusOne.length },
    };
  }

  /** Returns the caller's matches with shared interests, up to the limit of an answer, and the total. */
  async matches(caller: Caller) {
    const eventId = activeEventOf(caller);
    const all = await matchesOf(this.#db, eventId, caller.userId);
    const matches = all.slice(0, limits.listRows);
    const people = await this.#people(
      eventId,
      matches.map(({ otherId }) => otherId),
    );
    const byId = new Map(people.map((person) => [person.userId, person]));
    const shown = matches.flatMap(({ id, otherId, overlappingInterests }) => {
      const user = byId.get(otherId);
      return user ? [{ id, user, overlappingInterests: overlappingInterests.map((interestI18N) => ({ interestI18N })) }] : [];
    });
    return { items: [...new AnswerRoom().take(shown)], total: all.length };
  }

  async #own(caller: Caller): Promise<Dating | null> {
    return (await readRow(this.#db, 'dating', datingId(activeEventOf(caller), caller.userId))) as Dating | null;
  }

  async #people(eventId: number, userIds: readonly number[]): Promise<Participant[]> {
    const ids = userIds.map((userId) => participantId(eventId, userId));
    const rows = await loadRows(this.#db, 'participants', ids);
    return ids.flatMap((id) => {
      const row = rows.get(id) as Participant | undefined;
      return row ? [{ ...row, image: row.image ?? placeholderImage }] : [];
    });
  }
}
