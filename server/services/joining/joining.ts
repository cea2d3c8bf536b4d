import type { Clock } from '../../context.ts';
import type { Store } from '../../store/store.ts';
import type { Secret } from '../auth/secret.ts';
import { createThrottle } from '../auth/throttle.ts';
import { createEventRoles, type EventRoles } from './event-roles.ts';
import { createFindByCode, type FindByCode } from './event-by-code.ts';
import { createLeaveEvent, type LeaveEvent } from './leave-event.ts';
import { createRemovedMembers, type RemovedMembers } from './removed-members.ts';
import { createRegistration, type Register } from './registration.ts';
import { createSwitchEvent, type SwitchEvent } from './switch-event.ts';

/** The ways in: an account with a code, what a code opens, and going there; the way out, and what admins make of somebody. */
export interface Joining {
  readonly register: Register;
  readonly findByCode: FindByCode;
  readonly switchEvent: SwitchEvent;
  readonly leaveEvent: LeaveEvent;
  readonly eventRoles: EventRoles;
  readonly removedMembers: RemovedMembers;
}

interface JoiningDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  /** A mail waits. */
  readonly onMail: () => void;
}

/** Failures that are evaluated: guesses at codes, whichever way they come, and at addresses that have an account. A code that opens an event is not counted, nor, for its address, one that opened one once. */
export const guessesAtCodes = { name: 'codes', account: 20, pair: 10, address: 300 };

export function createJoining(deps: JoiningDeps): Joining {
  const removedMembers = createRemovedMembers(deps);
  const withThrottle = { ...deps, removedMembers, throttle: createThrottle(deps, guessesAtCodes) };
  return {
    register: createRegistration(withThrottle),
    findByCode: createFindByCode(withThrottle),
    switchEvent: createSwitchEvent(withThrottle),
    leaveEvent: createLeaveEvent(deps),
    eventRoles: createEventRoles({ ...deps, removedMembers }),
    removedMembers,
  };
}
