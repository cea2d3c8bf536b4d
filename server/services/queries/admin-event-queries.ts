import { Temporal } from 'temporal-polyfill';
import type { EventPage } from '#contract/endpoints/admin-events.ts';
import { containing } from '#contract/rules/people-search.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { allEvents } from '#server/store/repositories/lists.ts';
import type { Store } from '#server/store/store.ts';

/** `page` counts from 1; `date` (ISO 8601) is a day in each event's own zone. */
export interface EventListQuery {
  readonly page: number;
  readonly limit: number;
  readonly search: string;
  readonly date?: string | undefined;
}

/** Lists all events, including hidden ones, for global admins. */
export class AdminEventQueries {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Returns one page of matching events, the latest start first. */
  async page({ page, limit, search, date }: EventListQuery): Promise<EventPage> {
    const contains = containing(search);
    const isWanted = (event: EventRow): boolean =>
      (date === undefined || takesPlaceOn(event, date)) && contains(event.title, event.description);
    const first = (page - 1) * limit;
    const events: EventRow[] = [];
    let totalCount = 0;
    await this.#store.read(async (db) => {
      for await (const some of allEvents(db)) {
        for (const event of some.filter(isWanted)) {
          if (totalCount >= first && events.length < limit) events.push(event);
          totalCount += 1;
        }
      }
    });
    return { events, pagination: { currentPage: page, totalPages: Math.max(1, Math.ceil(totalCount / limit)), totalCount } };
  }
}

/** Returns whether the event takes place on this day; false if it ends before it starts. */
function takesPlaceOn({ startDate, endDate, timeZone }: Pick<EventRow, 'startDate' | 'endDate' | 'timeZone'>, date: string): boolean {
  const dayOf = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  return dayOf(startDate) <= date && date <= dayOf(endDate);
}
