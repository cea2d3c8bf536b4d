import { sortedByName } from '#contract/rules/people-search.ts';
import { windowSizes } from '#contract/rules/windows.ts';
import { times } from '#contract/times.ts';
import type { Clock } from '#server/lib/clock.ts';
import { KeptValues } from '#server/lib/kept-values.ts';
import { membersOf } from '#server/store/repositories/events/memberships.ts';
import type { ReadHandle } from '#server/store/store.ts';

type Members = Awaited<ReturnType<typeof membersOf>>;

/**
 * The members of events by name. Those of a big event may be a minute old, because they take a second to read: read the rows of those to
 * show, which are missing for people who have left.
 */
export class PeopleDirectory {
  readonly #kept: KeptValues<number, Members>;

  constructor(clock: Clock) {
    this.#kept = new KeptValues({ clock, life: times.minute, most: 2 });
  }

  sorted(db: ReadHandle, eventId: number): Promise<Members> {
    const read = async (): Promise<Members> => sortedByName(await membersOf(db, eventId));
    return this.#kept.get(eventId, read, ({ length }) => length > windowSizes.bigMembers);
  }
}
