import { useEffect, useState } from 'react';
import type { EventByCode } from '#contract/endpoints/joining.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { findEventByCode, type FoundByCode } from '#sync/session/joining.ts';

/** Returns the event of a code, null while it is requested, and a function to retry. A `known` event is not requested. */
export function useEventByCode(code: string, known?: EventByCode): [found: FoundByCode | null, tryAgain: () => void] {
  const client = useSync();
  const [found, setFound] = useState<FoundByCode | null>(known ? { kind: 'found', event: known } : null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (known) return undefined;
    let wanted = true;
    void findEventByCode(client, code).then((answer) => wanted && setFound(answer));
    return () => {
      wanted = false;
    };
  }, [client, code, known, attempt]);
  const tryAgain = (): void => {
    setFound(null);
    setAttempt(attempt + 1);
  };
  return [found, tryAgain];
}
