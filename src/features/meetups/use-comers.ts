import { Dexie } from 'dexie';
import type { Attendance } from '#contract/resources/attendances.ts';
import type { Participant } from '#contract/resources/participants.ts';
import type { Stored } from '#db/records.ts';
import { groupBy } from '#lib/group-by.ts';
import { hiddenBy, peopleOf } from '#sync/mirror/people.ts';
import { useLive, useSync } from '#sync/react/hooks.tsx';

/** The people who come to a meetup. */
export interface Comers {
  /** Includes people whom the person has hidden, and no former members, who take no place. */
  readonly count: number;
  readonly people: readonly Participant[];
  readonly own: Stored<Attendance> | undefined;
}

const nobody: Comers = { count: 0, people: [], own: undefined };

/** Returns a function that returns the people of a meetup; undefined until they are read, all together. */
export function useComers(eventId: number): ((meetupId: string) => Comers) | undefined {
  const { userId: me } = useSync();
  return useLive(
    async (db) => {
      const [answers, hidden] = await Promise.all([
        db.mirror('attendances').where('[eventId+meetupId]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]).toArray(),
        hiddenBy(db),
      ]);
      const isComing = ({ isIn }: Attendance): boolean => isIn;
      const known = await peopleOf(
        db,
        eventId,
        answers.filter(isComing).map(({ userId }) => userId),
      );
      const byMeetup = [...groupBy(answers, ({ meetupId }) => meetupId)].map(([meetupId, own]): [string, Comers] => {
        const people = own.filter(isComing).flatMap(({ userId }) => known.get(userId) ?? []);
        const shown = people.filter(({ userId }) => !hidden.has(userId));
        return [meetupId, { count: people.length, people: shown, own: own.find(({ userId }) => userId === me) }];
      });
      const comers = new Map(byMeetup);
      return (meetupId: string) => comers.get(meetupId) ?? nobody;
    },
    [eventId, me],
  );
}
