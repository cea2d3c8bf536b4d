import { Dexie } from 'dexie';
import type { Meetup } from '#contract/resources/meetups.ts';
import type { Stored } from '#db/records.ts';
import { hiddenBy, type People, peopleOf, shownOf } from '#sync/mirror/people.ts';
import { useLive } from '#sync/react/hooks.tsx';

export type StoredMeetup = Stored<Meetup>;

export interface Meetups {
  readonly meetups: readonly StoredMeetup[];
  readonly authors: People;
}

/** Returns the meetups of an event with their authors; undefined until they are read. */
export function useMeetups(eventId: number): Meetups | undefined {
  return useLive(
    async (db) => {
      const all = db.mirror('meetups').where('[eventId+startDate]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]);
      const meetups = await shownOf(all, await hiddenBy(db)).toArray();
      const authors = await peopleOf(
        db,
        eventId,
        meetups.map(({ authorId }) => authorId),
      );
      return { meetups, authors };
    },
    [eventId],
  );
}
