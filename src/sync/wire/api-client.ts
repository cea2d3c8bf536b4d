import { isErased, tokenAnswer } from '#contract/endpoints/core.ts';
import { times } from '#contract/times.ts';
import type { Connection } from './connection.ts';
import type { Ports } from '../device/ports.ts';
import { type Call, isOverloaded, isSignedOut, type Outcome, send, sendForLines, type Unreached } from './transport.ts';

/**
 * Timeouts (ms) of the first and second refresh. A lost answer is requested again soon; the second one waits like any request, or a slow
 * network would never bring a token.
 */
const refreshTimeouts = [4_000, times.requestTimeout] as const;

export type RefreshResult = { kind: 'token'; token: string } | NoToken;

/** `later`: the server is busy; the answer has its Retry-After. */
type NoToken = { kind: 'refused' } | { kind: 'later'; answer: Extract<Outcome, { kind: 'answer' }> } | Unreached;

/** The access token of one account in this tab or worker: stored in memory, refreshed once for all callers, and never another account's. */
export class ApiClient {
  readonly #ports: Ports;
  readonly #connection: Connection;
  readonly #userId: number;
  readonly #onRefused: () => void;
  #token: string | null;
  /** The last token, valid or not. */
  #lastToken: string | null;
  #refreshing: Promise<RefreshResult> | null = null;

  /** `onRefused` is called when the session has ended by a 401 of the server, never after a network failure. */
  constructor(options: { ports: Ports; connection: Connection; userId: number; token?: string; onRefused: () => void }) {
    this.#ports = options.ports;
    this.#connection = options.connection;
    this.#userId = options.userId;
    this.#token = options.token ?? null;
    this.#lastToken = this.#token;
    this.#onRefused = options.onRefused;
  }

  get userId(): number {
    return this.#userId;
  }

  async send(call: Call): Promise<Outcome> {
    return this.#authorised(call, (withToken) => send(this.#ports, withToken));
  }

  async sendForLines(call: Call, onLine: (line: unknown) => Promise<void>): Promise<Outcome> {
    return this.#authorised(call, (withToken) => sendForLines(this.#ports, withToken, onLine));
  }

  /** Returns a valid token for requests that are not sent by this client. */
  async token(): Promise<RefreshResult> {
    return this.#token === null ? this.#refresh() : { kind: 'token', token: this.#token };
  }

  /** Returns whether the server has erased this account, or null without an answer. Needs no session. */
  async isErased(): Promise<boolean | null> {
    // Without a token no erasure was requested.
    if (this.#lastToken === null) return false;
    const outcome = this.#connection.note(await send(this.#ports, { method: 'GET', path: isErased.path, token: this.#lastToken }));
    if (outcome.kind === 'no-network' || isOverloaded(outcome.status)) return null;
    const answer = isErased.answer.safeParse(outcome.body);
    return answer.success && answer.data.deleted;
  }

  /** Drops a token that the server has refused. */
  forget(token: string): void {
    if (this.#token === token) this.#token = null;
  }

  async #authorised(call: Call, attempt: (call: Call) => Promise<Outcome>): Promise<Outcome> {
    const first = await this.token();
    if (first.kind !== 'token') return this.#withoutToken(first);
    const outcome = this.#connection.note(await attempt({ ...call, token: first.token }));
    if (!isSignedOut(outcome)) return outcome;
    // Another call may have refreshed the token already.
    this.forget(first.token);
    const second = await this.token();
    if (second.kind !== 'token') return this.#withoutToken(second);
    return this.#connection.note(await attempt({ ...call, token: second.token }));
  }

  #withoutToken(result: NoToken): Outcome {
    if (result.kind === 'later') return result.answer;
    return result.kind === 'no-network' ? result : { kind: 'answer', status: 401, body: undefined };
  }

  #refresh(): Promise<RefreshResult> {
    this.#refreshing ??= this.#askForToken().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #askForToken(): Promise<RefreshResult> {
    const result = await refreshToken(this.#ports, this.#connection);
    if (result.kind === 'no-network' || result.kind === 'later') return result;
    if (result.kind === 'token' && result.userId === this.#userId) {
      this.#token = result.token;
      this.#lastToken = result.token;
      return result;
    }
    this.#onRefused();
    return { kind: 'refused' };
  }
}

/** How long (ms) to wait for the lock: the duration of a refresh plus a margin, as a frozen tab never releases it. */
const sessionPatience = 15_000;

/** Runs requests that set or clear the refresh cookie one at a time per browser, so that a late answer does not undo another. */
export function inSession<T>(ports: Ports, work: () => Promise<T>): Promise<T> {
  return ports.withLock('event-companion-session', work, sessionPatience);
}

/** Requests an access token with the refresh cookie, and once more if the answer was lost. */
export async function refreshToken(
  ports: Ports,
  connection: Connection,
): Promise<{ kind: 'token'; token: string; userId: number } | NoToken> {
  return inSession(ports, async () => {
    const ask = (timeout: number): Promise<Outcome> => send(ports, { method: 'GET', path: '/api/users/refresh', timeout });
    const [first, second] = refreshTimeouts;
    let outcome = await ask(first);
    if (outcome.kind === 'no-network') outcome = await ask(second);
    connection.note(outcome);
    if (outcome.kind === 'no-network') return outcome;
    if (outcome.status === 401) {
      ports.sessionMark.set(null);
      return { kind: 'refused' };
    }
    if (isOverloaded(outcome.status)) return { kind: 'later', answer: outcome };
    const answer = tokenAnswer.safeParse(outcome.body);
    return answer.success ? { kind: 'token', token: answer.data.token, userId: answer.data.userId } : { kind: 'no-network' };
  });
}
