import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useIsFor } from '../../feature-kit/features.tsx';
import { useMe, useSyncStatus } from '../../sync/react/hooks.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.tsx';

const FirstLoading = lazyComponent(async () => (await import('./first-loading.tsx')).FirstLoading);
const NoEvent = lazyComponent(async () => (await import('./no-event.tsx')).NoEvent);

export const preloadFirstLoading = FirstLoading.preload;

/** Shows the screens as soon as the device knows who is here; before the very first load has brought that, how far it is. */
export function FirstLoad({ children }: { children: ReactNode }): ReactNode {
  const me = useMe();
  const [location] = useLocation();
  const { firstLoad, upToDateAt } = useSyncStatus();
  const isOutside = useIsFor('outside');
  const isEventless = useIsFor('eventless');
  // Leaving must be possible at any time, and what needs nobody to be signed in needs nothing of them either.
  if (location === '/logout' || isOutside(location)) return children;
  if (me) return me.activeEventId === null && !isEventless(location) ? <NoEvent isAdmin={me.role === 'admin'} /> : children;
  return firstLoad && upToDateAt === null ? <FirstLoading loaded={firstLoad.rows} /> : null;
}
