import { errorBody, type ErrorCode } from '../../../contract/errors.ts';
import { times } from '../../../contract/times.ts';
import { contractVersion } from '../../../contract/version.ts';
import type { Ports } from '../device/ports.ts';
import { serverMark } from './own-answer.ts';

/**
 * How a request ended. `no-network` is everything that was not our server speaking: no connection, no answer in time,
 * a captive portal's page, a proxy's error; `gateway` if a proxy on the way fails or does not reach our server. `retryAfter` is in seconds; HTTP/2 has no `statusText`; `newer` says that the server speaks a
 * later contract than this app.
 */
export type Outcome = Unreached | { kind: 'answer'; status: number; statusText?: string; body: unknown; retryAfter?: number; newer?: true };

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  token?: string;
  body?: unknown;
  /** In place of a body in JSON. */
  bytes?: ArrayBuffer;
  headers?: Record<string, string>;
  /** Until the answer begins, and from then on between two pieces of it. */
  timeout?: number;
  /** Hears how much of the body (0 to 1) has gone out, where that can be known. */
  onSent?: (sent: number) => void;
}

export interface Unreached {
  readonly kind: 'no-network';
  readonly gateway?: true;
}

/** Sends one call and reads its JSON. Never rejects. */
export async function send(ports: Ports, call: Call): Promise<Outcome> {
  return exchange(ports, call, async (response) => {
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  });
}

/** Sends one call and hands over its answer line by line (NDJSON) as it comes; other answers than 200 are read whole. */
export async function sendForLines(ports: Ports, call: Call, onLine: (line: unknown) => Promise<void>): Promise<Outcome> {
  return exchange(ports, call, async (response, alive) => {
    if (response.status !== 200) return response.json();
    if (response.body) for await (const line of linesOf(response.body, alive)) await onLine(JSON.parse(line));
    return undefined;
  });
}

/** An answer says what time it was when its request came to the server, before the body did: later than this (ms) nobody goes by it. */
const latestTime = times.minute;

async function exchange(ports: Ports, call: Call, read: (response: Response, alive: () => void) => Promise<unknown>): Promise<Outcome> {
  const abort = new AbortController();
  const timeout = call.timeout ?? times.requestTimeout;
  const begun = ports.elapsed();
  let cancel = ports.setTimer(timeout, () => abort.abort());
  const alive = (): void => {
    cancel();
    cancel = ports.setTimer(timeout, () => abort.abort());
  };
  try {
    const { onSent } = call;
    const onProgress = (sent: number): void => {
      alive();
      onSent?.(sent);
    };
    const ask = onSent ? (path: string, init: RequestInit) => ports.upload(path, init, onProgress) : ports.fetch;
    const response = await ask(call.path, {
      method: call.method,
      headers: {
        ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(call.bytes === undefined ? {} : { 'content-type': 'application/octet-stream' }),
        ...call.headers,
      },
      body: call.bytes ?? (call.body === undefined ? null : JSON.stringify(call.body)),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: abort.signal,
    });
    const mark = response.headers.get(serverMark);
    // A failure on the way to our server (RFC 9110, section 15.6), unless the network itself wants a sign-in (RFC 6585, 511).
    const isGateway = response.status >= 500 && response.status !== 511;
    if (mark === null) return { kind: 'no-network', ...(isGateway && { gateway: true }) };
    if (ports.elapsed() - begun < latestTime) ports.hearTime(Date.parse(response.headers.get('date') ?? ''));
    alive();
    const body = await read(response, alive);
    const retryAfter = Number(response.headers.get('retry-after'));
    const newer = Number(mark) > contractVersion;
    const { status, statusText } = response;
    const said = { ...(statusText !== '' && { statusText }), ...(retryAfter > 0 && { retryAfter }), ...(newer && { newer }) };
    return { kind: 'answer', status, body, ...said };
  } catch (error) {
    if (error instanceof LocalFailure) throw error.cause;
    if (error instanceof Unreadable) {
      ports.reportFault(error);
      return { kind: 'answer', status: 500, body: undefined };
    }
    return { kind: 'no-network' };
  } finally {
    cancel();
    // What was not read to its end is not to go on coming.
    abort.abort();
  }
}

/** Our server says what this app cannot read: a fault of ours, and not of the network. */
export class Unreadable extends Error {}

/** Carries a failure of this device (its database, not the network) through the exchange to the caller. */
export class LocalFailure extends Error {
  constructor(cause: unknown) {
    super('local failure', { cause });
  }
}

/** The filled lines of a text stream as they come; `alive` hears of every piece. */
export async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>, alive: () => void): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    alive();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield line;
  }
  if (rest !== '') yield rest;
}

/** Whether our server has no time for a call now, or fails on it. */
export const isOverloaded = (status: number): boolean => status === 429 || status >= 500;

/** The contract's code in an error answer; `internal` where the body is not one of ours. */
export function errorCodeOf(outcome: { body?: unknown }): ErrorCode {
  const parsed = errorBody.safeParse(outcome.body);
  return parsed.success ? parsed.data.error : 'internal';
}

/** Returns whether a refusal asks one command to wait and no other: the quota of its event is used up for this hour. */
export const isWaitOfOne = (outcome: { body?: unknown }): boolean => errorCodeOf(outcome) === 'hourly_quota';

/** Whether the server does not know any more who asks. A 401 with another code, of a wrong event code for instance, says nothing of the session. */
export function isSignedOut(outcome: Outcome): boolean {
  return outcome.kind === 'answer' && outcome.status === 401 && ['unauthenticated', 'internal'].includes(errorCodeOf(outcome));
}
