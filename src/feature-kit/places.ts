import type { SessionState } from '#sync/session/session-state.ts';
import type { LazyComponent } from '#ui/loading/lazy-component.tsx';

/** The content of an invitation's link: `#code=…`, with or without `email=…`. */
export interface Invitation {
  readonly code: string;
  readonly email: string;
}

type Said<Status extends SessionState['status']> = Omit<Extract<SessionState, { status: Status }>, 'status' | 'userId'>;

/** Screens that depend on the state of the session instead of the address. Each place is taken by one feature. */
export interface Places {
  readonly login: LazyComponent<Said<'signed-out'>>;
  /** `onSignIn` receives the code of a person who already has an account. */
  readonly register: LazyComponent<{ invited: Invitation; onSignIn: (code: string) => void }>;
  readonly storageFailed: LazyComponent<Said<'storage-failed'>>;
  /** For a global admin without an event, in place of screens that need one. */
  readonly noEvent: LazyComponent<object>;
  /** An overlay for a signed-in user who opened an invitation. */
  readonly join: LazyComponent<{ code: string; onClose: () => void }>;
}
