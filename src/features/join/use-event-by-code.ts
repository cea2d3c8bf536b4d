import { useEffect, useState } from 'react';
import { useSync } from '../../sync/react/hooks.tsx';
import { findEventByCode, type FoundByCode } from '../../sync/session/joining.ts';

/** What a code opens, null while the server is asked; the second asks again. */
export function useEventByCode(code: string): [found: FoundByCode | null, tryAgain: () => void] {
  const client = useSync();
  const [found, setFound] = useState<FoundByCode | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let wanted = true;
    void findEventByCode(client, code).then((answer) => wanted && setFound(answer));
    return () => {
      wanted = false;
    };
  }, [client, code, attempt]);
  const tryAgain = (): void => {
    setFound(null);
    setAttempt(attempt + 1);
  };
  return [found, tryAgain];
}
