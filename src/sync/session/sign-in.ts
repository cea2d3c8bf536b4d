import {
  csrfAnswer,
  login as loginCall,
  register as registerCall,
  secondFactorAnswer,
  tfa,
  tokenAnswer,
} from '#contract/endpoints/core.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { type Call, errorCodeOf, type Outcome, type Unreached } from '../wire/transport.ts';

/** Timeout of a sign-in (ms). The server hashes two passwords at a time, so answers are slow when a whole camp signs in. */
const signInTimeout = 20_000;

/** `retryAfter` is in seconds. */
export type Refused = { kind: 'refused'; code: ErrorCode; retryAfter?: number } | Unreached;

/** The result of a sign-in. `registered`: the account exists, but the sign-in failed; `tried` is true if its password was tried. */
export type SignInAnswer =
  | { kind: 'token'; token: string; userId: number }
  | { kind: 'second-factor' }
  | { kind: 'registered'; tried: boolean }
  | Refused;

export type Send = (call: Call) => Promise<Outcome>;

/** The requests of one sign-in method, executed by `Session.signIn`. */
export type SignInMethod = (ask: Send) => Promise<SignInAnswer>;

/** Signs in by name and password. Returns `second-factor` if `withCode` must follow. */
export function login(email: string, password: string): SignInMethod {
  return async (ask) => {
    const hello = await ask({ method: 'GET', path: '/api/users/me' });
    if (hello.kind === 'no-network') return hello;
    const csrf = csrfAnswer.safeParse(hello.body);
    if (!csrf.success) return refusalOf(hello);
    const outcome = await post(ask, loginCall.path, { email, password, csrfToken: csrf.data.csrfToken });
    const wantsCode = outcome.kind === 'answer' && outcome.status === 200 && secondFactorAnswer.safeParse(outcome.body).success;
    return wantsCode ? { kind: 'second-factor' } : answerOf(outcome);
  };
}

/** Signs in by name, password and one-time code `token` (RFC 6238). */
export function withCode(username: string, password: string, token: string): SignInMethod {
  return async (ask) => answerOf(await post(ask, tfa.path, { username, password, token }));
}

/** Registers an account with an event code and signs in; `name` may be empty. */
export function register(email: string, password: string, eventcode: string, name: string): SignInMethod {
  return async (ask) => {
    const outcome = await post(ask, registerCall.path, { email, password, eventcode, ...(name === '' ? {} : { name }) });
    if (outcome.kind === 'no-network') return outcome;
    if (!registerCall.answer.safeParse(outcome.body).success) return refusalOf(outcome);
    const answer = await login(email, password)(ask);
    if (answer.kind === 'token') return answer;
    return {
      kind: 'registered',
      tried: answer.kind === 'second-factor' || (answer.kind === 'refused' && answer.code === 'wrong_credentials'),
    };
  };
}

const post = (ask: Send, path: string, body: unknown): Promise<Outcome> => ask({ method: 'POST', path, body, timeout: signInTimeout });

function answerOf(outcome: Outcome): SignInAnswer {
  if (outcome.kind === 'no-network') return outcome;
  const answer = tokenAnswer.safeParse(outcome.body);
  return answer.success ? { kind: 'token', token: answer.data.token, userId: answer.data.userId } : refusalOf(outcome);
}

/** Returns the reason of a refusal. */
export function refusalOf(outcome: Extract<Outcome, { kind: 'answer' }>): Refused {
  const { retryAfter } = outcome;
  return { kind: 'refused', code: errorCodeOf(outcome), ...(retryAfter === undefined ? {} : { retryAfter }) };
}
