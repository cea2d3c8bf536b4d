import { useLive } from '../sync/react/hooks.tsx';

/** The time zone (IANA) of an event, of the device where the event is not here any more; undefined until that is known. */
export function useEventZone(eventId: number): string | undefined {
  return useLive(
    async (db) => {
      const event = await db.mirror('events').get(eventId);
      return event?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
    [eventId],
  );
}
