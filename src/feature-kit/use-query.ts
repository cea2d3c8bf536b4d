import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { useSync, useSyncStatus } from '../sync/react/hooks.tsx';
import type { Outcome } from '../sync/wire/transport.ts';

export interface Asked<Answer> {
  /** As the server last said, maybe of the address before; null until it has. */
  readonly said: Answer | null;
  /** How it was asked where that brought nothing. */
  readonly failed: Outcome | null;
  /** Asks once more, and goes on showing what is there until it comes. */
  readonly ask: () => void;
}

/**
 * What is read online and never mirrored: asked at once, again when the network is back, and of another `path` when that has been the same for
 * `pause` (ms), so that nobody asks letter by letter.
 */
export function useAsked<Answer>(path: string, answer: z.ZodMiniType<Answer>, pause = 0): Asked<Answer> {
  const client = useSync();
  const offline = useSyncStatus().connection === 'offline';
  const [said, setSaid] = useState<Answer | null>(null);
  const [failed, setFailed] = useState<Outcome | null>(null);
  const [round, setRound] = useState(0);
  const asked = useRef({ path, number: 0 });
  useEffect(() => {
    const wait = asked.current.path === path ? 0 : pause;
    const own = { path, number: asked.current.number + 1 };
    asked.current = own;
    const ask = async (): Promise<void> => {
      const outcome = await client.call({ method: 'GET', path });
      if (asked.current !== own) return;
      const parsed = answer.safeParse(outcome.kind === 'answer' && outcome.status === 200 ? outcome.body : null);
      if (parsed.success) setSaid(parsed.data);
      setFailed(parsed.success ? null : outcome);
    };
    const timer = setTimeout(() => void ask(), wait);
    return () => clearTimeout(timer);
  }, [client, offline, path, answer, pause, round]);
  return { said, failed, ask: () => setRound((before) => before + 1) };
}
