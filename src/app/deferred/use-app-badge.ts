import { useEffect } from 'react';
import { useActiveEvent } from '#sync/react/hooks.tsx';
import { useBadges } from '../shell/menu/use-badges.ts';

/** Shows the number of unseen rows on the icon of the installed app, where the browser can. */
export function useAppBadge(): void {
  const event = useActiveEvent();
  const count = useBadges('setAppBadge' in navigator ? event?.id : undefined).reduce((sum, { news }) => sum + news, 0);
  useEffect(() => {
    // A browser may refuse it for a page that is not installed.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined);
  }, [count]);
  // After the sign-out the number is nobody's.
  useEffect(() => {
    if (!('clearAppBadge' in navigator)) return;
    return () => void navigator.clearAppBadge().catch(() => undefined);
  }, []);
}
