import { useLive } from '#sync/react/hooks.tsx';

export const meetupDraftId = (eventId: number): string => `meetup:${eventId}`;

/** Returns whether a draft exists; undefined until it is read. */
export function useMeetupDraft(eventId: number): boolean | undefined {
  return useLive(async (db) => (await db.drafts.get(meetupDraftId(eventId))) !== undefined, [eventId]);
}
