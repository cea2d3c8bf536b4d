import type { SessionState } from '../sync/session/session-state.ts';
import type { LazyComponent } from '../ui/loading/lazy-component.tsx';

/** What an invitation's link says: `#code=…`, with or without `email=…`. */
export interface Invitation {
  readonly code: string;
  readonly email: string;
}

type Said<Status extends SessionState['status']> = Omit<Extract<SessionState, { status: Status }>, 'status' | 'userId'>;

/** What the app shows by the state of the session, whatever the address says. Each place is taken by one feature. */
export interface Places {
  readonly login: LazyComponent<Said<'signed-out'>>;
  /** `onSignIn` takes the code along of somebody who has an account already. */
  readonly register: LazyComponent<{ invited: Invitation; onSignIn: (code: string) => void }>;
  readonly storageFailed: LazyComponent<Said<'storage-failed'>>;
  /** For an admin of all who is in no event, in the place of what needs one. */
  readonly noEvent: LazyComponent<object>;
  /** Over the screens of somebody who is signed in and has opened an invitation. */
  readonly join: LazyComponent<{ code: string; onClose: () => void }>;
}
