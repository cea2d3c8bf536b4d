import type { Config } from '#server/config.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Semaphore } from '#server/lib/concurrency/semaphore.ts';
import type { Store } from '#server/store/store.ts';
import type { Allowances } from '../auth/allowances.ts';
import type { Secret } from '../auth/secret.ts';
import { createThrottle } from '../auth/throttle.ts';
import { createTryCode, eventCodeBudget } from './code-guesses.ts';
import { createEventRoles, type EventRoles } from './event-roles.ts';
import { createFindByCode, type FindByCode } from './event-by-code.ts';
import { createLeaveEvent, type LeaveEvent } from './leave-event.ts';
import { createRemovedMembers, type RemovedMembers } from './removed-members.ts';
import { createRegistration, type Register } from './registration.ts';
import { createSwitchEvent, type SwitchEvent } from './switch-event.ts';

export interface Membership {
  readonly register: Register;
  readonly findByCode: FindByCode;
  readonly switchEvent: SwitchEvent;
  readonly leaveEvent: LeaveEvent;
  readonly eventRoles: EventRoles;
  readonly removedMembers: RemovedMembers;
}

interface MembershipDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, 'accountsPerHour'>;
  readonly secret: Secret;
  readonly log: { warn(details: object, message: string): void };
  readonly allowances: Allowances;
  readonly anonymousWrites: Semaphore;
  readonly onMail: () => void;
}

export function createMembership(deps: MembershipDeps): Membership {
  const removedMembers = createRemovedMembers(deps);
  const throttle = createThrottle(deps, eventCodeBudget);
  const trying = { ...deps, removedMembers, throttle, tryCode: createTryCode(throttle), accountsPerHour: deps.config.accountsPerHour };
  return {
    register: createRegistration(trying),
    findByCode: createFindByCode(trying),
    switchEvent: createSwitchEvent(trying),
    leaveEvent: createLeaveEvent(deps),
    eventRoles: createEventRoles({ ...deps, removedMembers }),
    removedMembers,
  };
}
