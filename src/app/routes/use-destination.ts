import { useLayoutEffect, useRef } from 'react';
import { matchRoute, useLocation, useRouter } from 'wouter';
import type { Route } from '../../feature-kit/route.ts';
import type { SessionState } from '../../sync/session/session-state.ts';
import { invitationIn } from '../invitation/invitation.ts';

/**
 * Leads a person who signs in to the screen that a link named before. The address stays while they sign in, and is remembered if they go to
 * register instead. Any other address becomes home, as does the screen that somebody signed out from.
 */
export function useDestination(status: SessionState['status'], routes: readonly Route[]): void {
  const [location, navigate] = useLocation();
  const { parser } = useRouter();
  const opened = useRef(location);
  /** Somebody who was signed in has moved to this address. */
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
      // Signing out is an action and no place.
      if (route && !wasTheirs && location !== '/logout') destination.current = location;
      else navigate('/home', { replace: true });
    }
  }, [status, location, navigate, parser, routes]);
}
