import { useEffect, useRef } from 'react';
import { shareReading, unsharedReading } from '#sync/engine/share-reading.ts';
import { useActiveEvent, useLive, useOnline, useSync } from '#sync/react/hooks.tsx';

/** The time (ms) in which further marks join one command. */
const pause = 3_000;

/**
 * Shares with the person's other devices what this one has shown. Only with network: the marks are stored, and a command that waits would
 * announce an unsent change that nobody made.
 */
export function ReadMarksSender(): null {
  const client = useSync();
  const event = useActiveEvent();
  const isOnline = useOnline();
  const marks = useLive((db) => (event && isOnline ? unsharedReading(db, event.id) : []), [event?.id, isOnline]);
  // Equal marks of another answer do not begin a new pause.
  const isSharing = useRef(false);
  const unshared = JSON.stringify(marks ?? []);
  useEffect(() => {
    if (!event || unshared === '[]') return;
    const shareNow = (): void => {
      // Two at once would share the same marks twice.
      if (isSharing.current) return;
      isSharing.current = true;
      // If this fails, the next mark or the next start tries again.
      void shareReading(client, event.id)
        .catch(() => undefined)
        .finally(() => (isSharing.current = false));
    };
    const timer = setTimeout(shareNow, pause);
    const shareWhenHidden = (): void => {
      if (document.visibilityState === 'hidden') shareNow();
    };
    document.addEventListener('visibilitychange', shareWhenHidden);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', shareWhenHidden);
    };
  }, [client, event, unshared]);
  return null;
}
