import { useLive } from '../../../sync/react/hooks.tsx';

export const meetupDraftId = (eventId: number): string => `meetup:${eventId}`;

/** Whether there is unfinished text in the form; `undefined` until it is known. */
export function useMeetupDraft(eventId: number): boolean | undefined {
  return useLive(async (db) => (await db.drafts.get(meetupDraftId(eventId))) !== undefined, [eventId]);
}
