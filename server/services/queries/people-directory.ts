import { sortedByName } from '#contract/rules/people-search.ts';
import { windowSizes } from '#contract/rules/windows.ts';
import { times } from '#contract/times.ts';
import { BoundedMap } from '#server/lib/bounded-map.ts';
import type { Clock } from '#server/lib/clock.ts';
import { membersOf } from '#server/store/repositories/events/memberships.ts';
import type { ReadHandle } from '#server/store/store.ts';

type Members = Awaited<ReturnType<typeof membersOf>>;

/** How long (ms) the order of the people of a big event is used, and for how many events. */
const keptFor = times.minute;
const keptEvents = 2;

/**
 * The members of events by name. Those of a big event may be a minute old, because they take a second to read: read the rows of those to
 * show, which are missing for people who have left.
 */
export class PeopleDirectory {
  readonly #clock: Clock;
  readonly #kept = new BoundedMap<number, { readonly at: number; readonly members: Promise<Members> }>(keptEvents);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async sorted(db: ReadHandle, eventId: number): Promise<Members> {
    const at = this.#clock.now();
    const kept = this.#kept.get(eventId);
    if (kept && at - kept.at < keptFor) return kept.members;
    const members = membersOf(db, eventId).then(sortedByName);
    // Other readers of a big event wait for this one.
    if (kept) this.#kept.set(eventId, { at, members });
    const isBig = await members.then(
      ({ length }) => length > windowSizes.bigMembers,
      () => false,
    );
    if (isBig) this.#kept.set(eventId, { at, members });
    else this.#kept.delete(eventId);
    return members;
  }
}
