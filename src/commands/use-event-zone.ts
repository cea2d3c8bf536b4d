import { useLive } from '#sync/react/hooks.tsx';

/** Returns the time zone (IANA) of an event, or of the device if the event is not in the mirror; undefined until known. */
export function useEventZone(eventId: number): string | undefined {
  return useLive(
    async (db) => {
      const event = await db.mirror('events').get(eventId);
      return event?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
    [eventId],
  );
}
