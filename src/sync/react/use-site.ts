import { useEffect } from 'react';
import type { Site } from '../session/server-settings.ts';
import { useObservable, useSession } from './hooks.tsx';

/** Returns the operator's settings of this server, which each screen loads again. */
export function useSite(): Site {
  const session = useSession();
  useEffect(() => void session.loadSite(), [session]);
  return useObservable(session.site);
}
