import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useObservable } from '#sync/react/hooks.tsx';
import { observed } from '#lib/observable.ts';
import type { SessionState } from '#sync/session/session-state.ts';
import { invitationIn } from './invitation.ts';

/** Stored, because the code must survive a restart and is no longer in the address. */
const key = 'join-code';

/** Read only when a user is signed in: without storage the app must still start to report it. */
const joinCode = observed<string | null>(null);

function keepJoinCode(code: string): void {
  localStorage.setItem(key, code);
  joinCode.set(code);
}

/** The code of the invitation from which a person with an account went to sign in. */
let codeToSignInFor: string | null = null;

export function signInFor(code: string): void {
  codeToSignInFor = code;
}

export function forgetJoinCode(): void {
  localStorage.removeItem(key);
  joinCode.set(null);
}

/**
 * Returns the code of an invitation that a signed-in user opened, and removes it from the address before anything is drawn; null without
 * one. An invitation that is open at sign-in is the one just registered with.
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
