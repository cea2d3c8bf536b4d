import { times } from '#contract/times.ts';
import { findErasure } from '#server/store/accounts/erase.ts';
import type { CallerRow } from '#server/store/accounts/sessions.ts';
import type { Store } from '#server/store/store.ts';
import type { Config } from '#server/config.ts';
import type { Semaphore } from '#server/lib/concurrency/semaphore.ts';
import { type Caller, lacksFactor } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { type Allowances, createAllowances } from './allowances.ts';
import { createCsrf, type Csrf } from './sessions/csrf.ts';
import { createDevices, type Devices } from './sessions/devices.ts';
import { createForgottenPassword, type ForgottenPassword } from './password/forgotten-password.ts';
import { createKnownDevices, type KnownDevices } from './sessions/known-devices.ts';
import { createOwnPassword, type OwnPassword } from './password/own-password.ts';
import { createOwnSecondFactor, type OwnSecondFactor } from './second-factor/own-second-factor.ts';
import { KnownCallers } from './sessions/known-callers.ts';
import type { Secret } from './secret.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { createGuessNotice } from './owner-notices.ts';
import { createAnonymousWrites, createThrottle, secondFactorBudget } from './throttle.ts';
import { createTokenReader, holderOf } from './sessions/tokens.ts';

export interface Auth {
  readonly csrf: Csrf;
  readonly signIn: SignIn;
  readonly sessions: Sessions;
  readonly devices: Devices;
  readonly ownPassword: OwnPassword;
  readonly ownSecondFactor: OwnSecondFactor;
  readonly forgottenPassword: ForgottenPassword;
  readonly knownDevices: KnownDevices;
  /** Returns the current caller of a bearer token, its expiry (ms), and whether the password was proved recently; null if invalid. */
  callerOf(token: string): Promise<{ caller: Caller; expiresAt: number; isProved: boolean } | null>;
  /** Returns whether the person of this token, however old, was erased. */
  isErased(token: string): Promise<boolean>;
  /** Returns the caller of a session from the current state of the database; null if the session has ended. */
  callerBehind(session: Pick<Caller, 'userId' | 'sessionId'>): Promise<Caller | null>;
}

export interface AuthDeps {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly anonymousWrites?: Semaphore;
  readonly allowances?: Allowances;
  readonly onMail?: () => void;
}

export function createAuth(given: AuthDeps): Auth {
  const { config, store, clock, secret, anonymousWrites = createAnonymousWrites(), onMail = () => undefined } = given;
  const { allowances = createAllowances({ store, clock, secret, anonymousWrites }) } = given;
  const sessions = createSessions({ config, store, clock, secret });
  const throttle = createThrottle({ store, clock, secret, anonymousWrites });
  const codeThrottle = createThrottle({ store, clock, secret, anonymousWrites }, secondFactorBudget);
  const withGuessNotice = createGuessNotice({ store, clock, onMail });
  const ownPassword = createOwnPassword({ store, clock, throttle, withGuessNotice, onMail });
  const readToken = createTokenReader(secret);
  const callers = new KnownCallers(store, clock);
  const callerBehind: Auth['callerBehind'] = async ({ userId, sessionId }) => {
    const person = await callers.find(sessionId, userId);
    return person && callerFrom({ userId, sessionId }, person, config);
  };
  const csrf = createCsrf(secret, clock);
  return {
    csrf,
    signIn: createSignIn({ store, clock, secret, csrf, sessions, throttle, codeThrottle, withGuessNotice }),
    sessions,
    devices: createDevices({ store, clock }),
    knownDevices: createKnownDevices(secret),
    ownPassword,
    ownSecondFactor: createOwnSecondFactor({ store, clock, secret, ownPassword, onMail }),
    forgottenPassword: createForgottenPassword({ store, clock, allowances, signInThrottle: throttle, onMail }),
    async callerOf(token) {
      const now = clock.now();
      const claims = await readToken(token, now);
      if (!claims) return null;
      const person = await callers.find(claims.sessionId, claims.userId);
      if (!person) return null;
      if (person.unsettled?.generation === claims.generation) sessions.noteUse(claims.sessionId, person.unsettled);
      // Clocks of servers differ; a proof far in the future proves nothing.
      const isProved = Math.abs(now - person.provedAt) < times.proofLife;
      return { caller: callerFrom(claims, person, config), expiresAt: claims.expiresAt, isProved };
    },
    async isErased(token) {
      const userId = await holderOf(secret, token);
      return userId !== null && (await findErasure(store.reading, userId));
    },
    callerBehind,
  };
}

function callerFrom(
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  person: CallerRow,
  { site }: Pick<Config, 'site'>,
): Caller {
  const { adminsNeedFactor } = site;
  const { role, activeEventId, eventRoles, datingIn, emailVerified } = person;
  // Without mail, nobody can confirm an address.
  const isTrusted = emailVerified || role === 'admin' || !site.sendsMail;
  return {
    userId,
    sessionId,
    role,
    activeEventId,
    eventRoles,
    datingIn,
    isTrusted,
    adminsNeedFactor,
    lacksFactor: lacksFactor(site, person),
  };
}
