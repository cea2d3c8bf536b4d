import { Dexie } from 'dexie';
import type { Meetup } from '../../../contract/resources/meetups.ts';
import type { Participant } from '../../../contract/resources/participants.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry, Stored } from '../../db/records.ts';
import { useLive } from '../../sync/react/hooks.tsx';

export type StoredMeetup = Stored<Meetup>;

export interface Meetups {
  readonly meetups: readonly StoredMeetup[];
  /** By user id; people who have left the event are missing. */
  readonly authors: ReadonlyMap<number, Participant>;
}

/** The meetups of an event and who called to them; `undefined` until they are read. */
export function useMeetups(eventId: number): Meetups | undefined {
  return useLive(
    async (db) => {
      const meetups = await db
        .mirror('meetups')
        .where('[eventId+startDate]')
        .between([eventId, Dexie.minKey], [eventId, Dexie.maxKey])
        .toArray();
      return { meetups, authors: await authorsOf(db, eventId, meetups) };
    },
    [eventId],
  );
}

async function authorsOf(db: EventDatabase, eventId: number, meetups: readonly StoredMeetup[]): Promise<Meetups['authors']> {
  const ids = [...new Set(meetups.map(({ authorId }) => `${eventId}-${authorId}`))];
  const people = await db.mirror('participants').bulkGet(ids);
  return new Map(people.flatMap((person) => (person ? [[person.userId, person]] : [])));
}

/** Commands on meetups of this event that need the person. */
export function useRefusedMeetups(eventId: number): readonly OutboxEntry[] {
  const entries = useLive(
    (db) =>
      db.outbox
        .orderBy('seq')
        .filter((entry) => entry.resource === 'meetups' && entry.eventId === eventId && entry.state !== 'waiting')
        .toArray(),
    [eventId],
  );
  return entries ?? [];
}

export const meetupDraftId = (eventId: number): string => `meetup:${eventId}`;

/** Whether there is unfinished text in the form; `undefined` until it is known. */
export function useMeetupDraft(eventId: number): boolean | undefined {
  return useLive(async (db) => (await db.drafts.get(meetupDraftId(eventId))) !== undefined, [eventId]);
}
