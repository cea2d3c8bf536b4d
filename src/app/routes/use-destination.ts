import { useLayoutEffect, useRef } from 'react';
import { matchRoute, useLocation, useRouter } from 'wouter';
import type { Route } from '#feature-kit/route.ts';
import type { SessionState } from '#sync/session/session-state.ts';
import { invitationIn } from '../invitation/invitation.ts';

/**
 * Leads a person who signs in to the screen of the link that they opened. The address stays while they sign in, and is remembered if they
 * register instead. Any other address becomes home, and so does the screen of a signed-out user.
 */
export function useDestination(status: SessionState['status'], routes: readonly Route[]): void {
  const [location, navigate] = useLocation();
  const { parser } = useRouter();
  const opened = useRef(location);
  /** True if a signed-in user has moved to this address. */
  const isTheirs = useRef(false);
  const destination = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (status === 'signed-in') {
      if (location !== opened.current) isTheirs.current = true;
      if (destination.current !== null && destination.current !== location) navigate(destination.current, { replace: true });
      destination.current = null;
    } else if (status === 'signed-out') {
      const wasTheirs = isTheirs.current;
      isTheirs.current = false;
      const route = routes.find(({ path }) => matchRoute(parser, path, location)[0]);
      if (location === '/home' || route?.outside || invitationIn(location)) return;
      // Signing out is an action, not a screen.
      if (route && !wasTheirs && location !== '/logout') destination.current = location;
      else navigate('/home', { replace: true });
    }
  }, [status, location, navigate, parser, routes]);
}
