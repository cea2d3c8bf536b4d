import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useIsFor } from '#feature-kit/features.tsx';
import { useMe, useSyncStatus } from '#sync/react/hooks.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const FirstLoading = lazyComponent(async () => (await import('./first-loading.tsx')).FirstLoading);
const NoEvent = lazyComponent(async () => (await import('./no-event.tsx')).NoEvent);

export const preloadFirstLoading = FirstLoading.preload;

/** Shows the screens once the device has the signed-in user; the progress of the very first load until then. */
export function FirstLoad({ children }: { children: ReactNode }): ReactNode {
  const me = useMe();
  const [location] = useLocation();
  const { firstLoad, upToDateAt } = useSyncStatus();
  const isOutside = useIsFor('outside');
  const isEventless = useIsFor('eventless');
  // Signing out must be possible at any time, and public screens need no user.
  if (location === '/logout' || isOutside(location)) return children;
  if (me) return me.activeEventId === null && !isEventless(location) ? <NoEvent isAdmin={me.role === 'admin'} /> : children;
  return firstLoad && upToDateAt === null ? <FirstLoading loaded={firstLoad.rows} /> : null;
}
