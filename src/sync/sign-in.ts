import { csrfAnswer, login, register, secondFactorAnswer, tfa, tokenAnswer } from '../../contract/endpoints.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Connection } from './connection.ts';
import type { Ports } from './ports.ts';
import { errorCodeOf, type Outcome, send } from './transport.ts';

/** The server hashes two passwords at a time: when a whole camp signs in at once, an answer takes longer than other answers may (ms). */
const signInTimeout = 20_000;

/** `retryAfter` is in seconds. */
export type Refused = { kind: 'refused'; code: ErrorCode; retryAfter?: number } | { kind: 'no-network' };

/** What the server says to somebody who wants in. */
export type SignInAnswer = { kind: 'token'; token: string; userId: number } | { kind: 'second-factor' } | Refused;

/** The calls of signing in. A name and password that need the second factor are kept in memory until it is there. */
export class SignIn {
  readonly #ports: Ports;
  readonly #connection: Connection;
  #credentials: { username: string; password: string } | null = null;

  constructor(ports: Ports, connection: Connection) {
    this.#ports = ports;
    this.#connection = connection;
  }

  async login(email: string, password: string): Promise<SignInAnswer> {
    const hello = this.#connection.note(await send(this.#ports, { method: 'GET', path: '/api/users/me' }));
    if (hello.kind === 'no-network') return hello;
    const csrf = csrfAnswer.safeParse(hello.body);
    if (!csrf.success) return refusalOf(hello);
    const outcome = await this.#post(login.path, { email, password, csrfToken: csrf.data.csrfToken });
    if (outcome.kind === 'answer' && outcome.status === 200 && secondFactorAnswer.safeParse(outcome.body).success) {
      this.#credentials = { username: email, password };
      return { kind: 'second-factor' };
    }
    return this.#answerOf(outcome);
  }

  /** The one-time code, after `login` has answered `second-factor`. */
  async secondFactor(token: string): Promise<SignInAnswer> {
    if (!this.#credentials) return { kind: 'refused', code: 'unauthenticated' };
    return this.#answerOf(await this.#post(tfa.path, { ...this.#credentials, token }));
  }

  /** Makes an account with an event code; answers null where it is made, and what stands in the way where it is not. */
  async register(email: string, password: string, eventcode: string): Promise<Refused | null> {
    const outcome = await this.#post(register.path, { email, password, eventcode });
    if (outcome.kind === 'no-network') return outcome;
    return register.answer.safeParse(outcome.body).success ? null : refusalOf(outcome);
  }

  /** The person went back: the password is not kept. */
  forget(): void {
    this.#credentials = null;
  }

  async #post(path: string, body: unknown): Promise<Outcome> {
    return this.#connection.note(await send(this.#ports, { method: 'POST', path, body, timeout: signInTimeout }));
  }

  #answerOf(outcome: Outcome): SignInAnswer {
    if (outcome.kind === 'no-network') return outcome;
    const answer = tokenAnswer.safeParse(outcome.body);
    if (!answer.success) return refusalOf(outcome);
    this.#credentials = null;
    return { kind: 'token', token: answer.data.token, userId: answer.data.userId };
  }
}

/** Why the server does not do what it was asked. */
export function refusalOf(outcome: Extract<Outcome, { kind: 'answer' }>): Refused {
  const { retryAfter } = outcome;
  return { kind: 'refused', code: errorCodeOf(outcome), ...(retryAfter === undefined ? {} : { retryAfter }) };
}
