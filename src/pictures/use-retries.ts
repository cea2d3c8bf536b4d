import { useEffect, useState } from 'react';
import { backOff } from '#lib/back-off.ts';
import { useOnline } from '#sync/react/hooks.tsx';

interface Retries {
  /** True after a failure, until the next attempt. */
  readonly failed: boolean;
  /** The number of the attempt, used as the element's key. */
  readonly attempt: number;
  readonly onError: () => void;
}

/** The server has deleted the picture, or never had it. */
const isGone = (status: number | null | undefined): boolean => status === 404 || status === 410;

/**
 * Retries an image, which by itself loads once: when the network is back and, while there is one, with a back-off, until the server answers
 * that the picture does not exist. A single request may fail, or hang until the network is back, without the engine noticing.
 */
export function useRetries(url: string | undefined): Retries {
  const online = useOnline();
  const [tries, setTries] = useState({ url, online, failed: false, attempt: 0, failures: 0, gone: false });
  // A new URL has no failures; the element stays, and shows its old content until the new one has loaded.
  const isOther = url !== tries.url;
  const isBack = online && !tries.online && tries.failed && !isOther;
  if (isOther || online !== tries.online) {
    setTries({
      url,
      online,
      failed: tries.failed && !isBack && !isOther,
      attempt: tries.attempt + Number(isBack),
      failures: isOther ? 0 : tries.failures,
      gone: tries.gone && !isBack && !isOther,
    });
  }
  const { failed, attempt, failures, gone } = tries;
  // One failure means little; after the second one a request for the reason is cheaper than endless loading.
  const doubted = failures === 2 && url?.startsWith('/images/') ? url : undefined;
  useEffect(() => {
    if (doubted === undefined) return undefined;
    const asking = new AbortController();
    const ask = async (): Promise<void> => {
      const { problemWith } = await import('./picture-problem.ts');
      const problem = await problemWith(doubted, asking.signal);
      if (!asking.signal.aborted && isGone(problem?.status)) setTries((now) => ({ ...now, gone: true }));
    };
    ask().catch(() => undefined);
    return () => asking.abort();
  }, [doubted]);
  useEffect(() => {
    if (!failed || !online || gone) return undefined;
    const again = (): void => setTries((now) => ({ ...now, failed: false, attempt: now.attempt + 1 }));
    const timer = setTimeout(again, backOff(failures - 1, Math.random));
    return () => clearTimeout(timer);
  }, [failed, online, failures, gone]);
  return { failed, attempt, onError: () => setTries((now) => ({ ...now, failed: true, failures: now.failures + 1 })) };
}
