import { useEffect, useState } from 'react';
import type { Participant } from '#contract/resources/participants.ts';
import { useIsOffline, useSync } from '#sync/react/hooks.tsx';
import { useIsWindowed } from '#sync/react/use-window.ts';

/** The time (ms) without a key press before the server is asked, and the fewest letters. */
const pause = 500;
const fewest = 2;

const nobody: readonly Participant[] = [];

/** Returns people of a big event whom the server finds by these letters: the device holds only some of them. Nobody without network. */
export function useFoundPeople(eventId: number, letters: string | null): readonly Participant[] {
  const client = useSync();
  const isWindowed = useIsWindowed();
  const isOffline = useIsOffline();
  const [found, setFound] = useState(nobody);
  const words = letters?.trim() ?? '';
  const isAsked = isWindowed && !isOffline && words.length >= fewest;
  useEffect(() => {
    if (!isAsked) return undefined;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const engine = await client.engine().catch(() => null);
      const answer = await engine?.outside.search(eventId, 'participants', words, null);
      if (isOver || answer?.kind !== 'found') return;
      setFound(answer.changes.flatMap(({ resource, row }) => (resource === 'participants' && row ? [row as unknown as Participant] : [])));
    };
    const timer = setTimeout(() => void ask(), pause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, eventId, isAsked, words]);
  return isAsked ? found : nobody;
}
