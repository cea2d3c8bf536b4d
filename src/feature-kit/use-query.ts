import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { useIsOffline, useSync } from '#sync/react/hooks.tsx';
import type { Outcome } from '#sync/wire/transport.ts';

export interface Query<Answer> {
  /** The last answer of the server, possibly for the previous path; null until one arrives. */
  readonly data: Answer | null;
  /** The outcome of the last request if it brought no answer. */
  readonly error: Outcome | null;
  /** Requests again and keeps `data` until the new answer arrives. */
  readonly refetch: () => void;
}

/**
 * Reads from the server what is never mirrored: at once, and again when the network is back. A new `path` is requested after it was the same
 * for `pause` (ms), so that typing does not send a request for each letter.
 */
export function useQuery<Answer>(path: string, answer: z.ZodMiniType<Answer>, pause = 0): Query<Answer> {
  const client = useSync();
  const offline = useIsOffline();
  const [data, setData] = useState<Answer | null>(null);
  const [error, setError] = useState<Outcome | null>(null);
  const [round, setRound] = useState(0);
  const latest = useRef({ path, number: 0 });
  useEffect(() => {
    const wait = latest.current.path === path ? 0 : pause;
    const own = { path, number: latest.current.number + 1 };
    latest.current = own;
    const refetch = async (): Promise<void> => {
      const outcome = await client.call({ method: 'GET', path });
      if (latest.current !== own) return;
      const parsed = answer.safeParse(outcome.kind === 'answer' && outcome.status === 200 ? outcome.body : null);
      if (parsed.success) setData(parsed.data);
      setError(parsed.success ? null : outcome);
    };
    const timer = setTimeout(() => void refetch(), wait);
    return () => clearTimeout(timer);
  }, [client, offline, path, answer, pause, round]);
  return { data, error, refetch: () => setRound((before) => before + 1) };
}
