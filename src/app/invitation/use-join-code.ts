import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useObservable } from '../../sync/react/hooks.tsx';
import { observed } from '../../lib/observable.ts';
import type { SessionState } from '../../sync/session/session-state.ts';
import { invitationIn } from './invitation.ts';

/** Until it is done with, a code outlives a restart of the app: its link is gone from the address by then. */
const key = 'join-code';

/** Read when somebody is signed in, and not before: where the browser forbids storage, the app still has to say so. */
const joinCode = observed<string | null>(null);

function keepJoinCode(code: string): void {
  localStorage.setItem(key, code);
  joinCode.set(code);
}

/** The code of the invitation from which somebody who has an account went to sign in. */
let codeToSignInFor: string | null = null;

export function signInFor(code: string): void {
  codeToSignInFor = code;
}

export function forgetJoinCode(): void {
  localStorage.removeItem(key);
  joinCode.set(null);
}

/**
 * The code of an invitation that somebody who is signed in has opened, taken out of the address before anything is drawn; null without one.
 * An invitation that was open when they signed in is the one that they have just registered with.
 */
export function useJoinCode(status: SessionState['status']): string | null {
  const [location, navigate] = useLocation();
  const registering = useRef<string | null>(null);
  useLayoutEffect(() => {
    const invitation = invitationIn(location);
    if (status === 'signed-out') {
      registering.current = invitation && location;
      if (invitation) codeToSignInFor = null;
      forgetJoinCode();
    } else if (status === 'signed-in') {
      const opened = location === registering.current ? '' : invitation?.code;
      const code = opened ?? codeToSignInFor ?? '';
      if (code === '') joinCode.set(localStorage.getItem(key));
      else keepJoinCode(code);
      registering.current = null;
      codeToSignInFor = null;
      if (invitation) navigate('/home', { replace: true });
    }
  }, [status, location, navigate]);
  const code = useObservable(joinCode);
  return status === 'signed-in' ? code : null;
}
