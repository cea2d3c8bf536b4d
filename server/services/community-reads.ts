import type { Caller } from '../context.ts';
import { authorsById } from '../store/authors.ts';
import { listOfEvent } from '../store/lists.ts';
import type { Database } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { activeEventOf, onlyMembersOf } from './event-access.ts';

/** What members of an event tell and show each other, for clients that ask call by call; the app itself reads its mirror. */
export class CommunityReads {
  readonly #db: Database;

  constructor(store: Store) {
    this.#db = store.db;
  }

  /** The meetups of an event, of the active one where none is named, the earliest first, each with its author. */
  async meetups(caller: Caller, eventId: number = activeEventOf(caller)) {
    await onlyMembersOf(this.#db, caller, eventId);
    const meetups = await listOfEvent(this.#db, 'meetups', eventId);
    const authors = await authorsById(
      this.#db,
      meetups.map(({ authorId }) => authorId),
    );
    return meetups
      .toSorted((one, other) => Date.parse(one.startDate) - Date.parse(other.startDate) || (one.id < other.id ? -1 : 1))
      .map(({ authorId, ...meetup }) => ({ ...meetup, author: authors.get(authorId) ?? null }));
  }
}
