import { useEffect } from 'react';
import type { Site } from '../session/server-settings.ts';
import { useObservable, useSession } from './hooks.tsx';

/** What the operator says about this server, asked anew by each screen that shows it. */
export function useSite(): Site {
  const session = useSession();
  useEffect(() => void session.loadSite(), [session]);
  return useObservable(session.site);
}
