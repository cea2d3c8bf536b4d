import { limits } from '#contract/limits.ts';
import type { Participant } from '#contract/resources/participants.ts';
import { matching } from '#contract/rules/people-search.ts';
import { type Statistic, type UserStatistic, userStatisticId } from '#contract/resources/statistics.ts';
import { eventRoleIn } from '#contract/roles.ts';
import type { Caller } from '#server/lib/caller.ts';
import { authorsById } from '#server/store/repositories/authors.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { countRows, listOfEvent, listRows, sumOf } from '#server/store/repositories/lists.ts';
import { evidenceBy } from '#server/store/repositories/evidence.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import type { ReadHandle, Store } from '#server/store/store.ts';
import { activeEventOf, requireMember } from './event-access.ts';
import { placeholderImage } from './event-queries.ts';
import type { PeopleDirectory } from './people-directory.ts';

/** Values in one answer; a person and a number are short. */
const mostValues = (): number => 5 * limits.listRows;

/** `value` is JSON text, as the contract defines it. */
const asEvidence = ({ id, url }: { id: string; url: string }) => ({ id, value: JSON.stringify({ imageFileName: url }) });

/** Community lists of an event for the REST API; the app itself reads its mirror. */
export class CommunityQueries {
  readonly #db: ReadHandle;
  readonly #directory: PeopleDirectory;

  constructor(store: Store, directory: PeopleDirectory) {
    this.#db = store.reading;
    this.#directory = directory;
  }

  /** Returns the statistics of an event with totals and the highest values, up to the limit of an answer, and the number of values. */
  async statistics(caller: Caller, eventId: number) {
    await requireMember(this.#db, caller, eventId);
    const statistics = (await listOfEvent(this.#db, 'statistics', eventId)).toSorted((one, other) => one.id - other.id);
    const limit = Math.ceil(mostValues() / Math.max(1, statistics.length));
    const answer = { items: [] as object[], shown: 0, total: 0 };
    for (const { id, nameI18N } of statistics) {
      const listing = { resource: 'userStatistics', eventId, order: ['-value', 'userId'], where: { statisticId: id } };
      const values = (await listRows(this.#db, listing, { offset: 0, limit })) as UserStatistic[];
      const users = await authorsById(
        this.#db,
        values.map(({ userId }) => userId),
      );
      answer.items.push({
        id,
        statistic: { nameI18N },
        total: await sumOf(this.#db, listing, 'value'),
        UserStatistic: values.map(({ id: own, userId, value }) => ({ id: own, user: users.get(userId) ?? null, value })),
      });
      answer.shown += values.length;
      answer.total += await countRows(this.#db, listing);
    }
    return answer;
  }

  /** Returns the caller's counters in the active event, including untouched ones. */
  async ownStatistics(caller: Caller) {
    const eventId = activeEventOf(caller);
    const statistics = (await listOfEvent(this.#db, 'statistics', eventId)).toSorted((one, other) => one.id - other.id);
    const ids = statistics.map(({ id }) => userStatisticId(id, caller.userId));
    const values = await loadRows(this.#db, 'userStatistics', ids);
    const pictures = await evidenceBy(this.#db, caller.userId, eventId);
    return statistics.map(({ id, nameI18N, evidencePromptI18N }, index) => {
      const own = values.get(ids[index] as string) as UserStatistic | undefined;
      const UserEvidence = pictures.filter(({ statisticId }) => statisticId === id).map(asEvidence);
      return { statistic: { id, nameI18N, evidencePromptI18N }, value: own?.value ?? 0, UserEvidence };
    });
  }

  /** Returns the event of a statistic, or null if there is none that the caller may see. */
  async eventOfStatistic(caller: Caller, id: number): Promise<number | null> {
    const row = (await loadRows(this.#db, 'statistics', [id])).get(id) as Statistic | undefined;
    return row && eventRoleIn(caller, row.eventId) !== null ? row.eventId : null;
  }

  /** Returns one page (from 1) of the members whose name or address contains `search`, by name. */
  async participants(caller: Caller, eventId: number, { page, search }: { page: number; search: string }) {
    await requireMember(this.#db, caller, eventId);
    const size = limits.participantsPageSize;
    const found = (await this.#directory.sorted(this.#db, eventId)).filter(matching(search));
    const ids = found.slice((page - 1) * size, page * size).map(({ userId }) => participantId(eventId, userId));
    const rows = await loadRows(this.#db, 'participants', ids);
    const participants = ids.flatMap((id) => {
      const row = rows.get(id) as Participant | undefined;
      return row ? [{ ...row, image: row.image ?? placeholderImage }] : [];
    });
    const totalPages = Math.max(1, Math.ceil(found.length / size));
    return { participants, currentPage: page, totalPages, totalParticipants: found.length };
  }
}
