import { type ErrorCode, errorCodes } from '#contract/errors.ts';
import { times } from '#contract/times.ts';
import { contractVersion } from '#contract/version.ts';
import type { Ports } from '../device/ports.ts';
import { serverMark } from './own-answer.ts';

/**
 * The end of a request. `no-network`: no answer of the server, but a timeout, a captive portal or the error of a proxy (`gateway`).
 * `retryAfter` is in seconds, HTTP/2 has no `statusText`, and `newer` marks a later contract version of the server.
 */
export type Outcome = Unreached | { kind: 'answer'; status: number; statusText?: string; body: unknown; retryAfter?: number; newer?: true };

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  token?: string;
  body?: unknown;
  /** Replaces the JSON body. */
  bytes?: ArrayBuffer;
  headers?: Record<string, string>;
  /** Time (ms) until the answer begins, and then between two parts of it. */
  timeout?: number;
  /** Receives the share of the body (0 to 1) that was sent, if the browser reports it. */
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

/** Sends one call and passes its answer line by line (NDJSON). Reads other answers than 200 as JSON. */
export async function sendForLines(ports: Ports, call: Call, onLine: (line: unknown) => Promise<void>): Promise<Outcome> {
  return exchange(ports, call, async (response, alive) => {
    if (response.status !== 200) return response.json();
    if (response.body) for await (const line of linesOf(response.body, alive)) await onLine(JSON.parse(line));
    return undefined;
  });
}

/** The Date of an answer is the time when its request arrived, before the body did. After this time (ms) it is too old to set the clock. */
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
    // A failure on the way to the server (RFC 9110, section 15.6), unless the network requires a sign-in (RFC 6585, 511).
    const isGateway = response.status >= 500 && response.status !== 511;
    if (mark === null) return { kind: 'no-network', ...(isGateway && { gateway: true }) };
    if (ports.elapsed() - begun < latestTime) ports.receiveServerTime(Date.parse(response.headers.get('date') ?? ''));
    alive();
    const body = await read(response, alive);
    const retryAfter = Number(response.headers.get('retry-after'));
    const newer = Number(mark) > contractVersion;
    const { status, statusText } = response;
    const details = { ...(statusText !== '' && { statusText }), ...(retryAfter > 0 && { retryAfter }), ...(newer && { newer }) };
    return { kind: 'answer', status, body, ...details };
  } catch (error) {
    if (error instanceof LocalFailure) throw error.cause;
    if (error instanceof Unreadable) {
      ports.reportFault(error);
      return { kind: 'answer', status: 500, body: undefined };
    }
    return { kind: 'no-network' };
  } finally {
    cancel();
    // Stops the download of an answer that was not read to its end.
    abort.abort();
  }
}

/** The server's answer cannot be read: a fault of this project, not of the network. */
export class Unreadable extends Error {}

/** Carries a storage error of the device through the exchange to the caller. */
export class LocalFailure extends Error {
  constructor(cause: unknown) {
    super('local failure', { cause });
  }
}

/** Yields the non-empty lines of a text stream; `alive` is called for each part. */
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

/** True if the server is overloaded or failed. */
export const isOverloaded = (status: number): boolean => status === 429 || status >= 500;

/** Returns the contract's error code, or `internal` if the body is not the contract's. */
export function errorCodeOf({ body }: { body?: unknown }): ErrorCode {
  const { error, message } = (body ?? {}) as { error?: unknown; message?: unknown };
  return (typeof message === 'string' && errorCodes.find((code) => code === error)) || 'internal';
}

/** Returns whether only this command must wait: the hourly quota of its event is used up. */
export const isWaitOfOne = (outcome: { body?: unknown }): boolean => errorCodeOf(outcome) === 'hourly_quota';

/** True if the session is unknown to the server. A 401 with another code, such as a wrong event code, does not concern the session. */
export function isSignedOut(outcome: Outcome): boolean {
  return outcome.kind === 'answer' && outcome.status === 401 && ['unauthenticated', 'internal'].includes(errorCodeOf(outcome));
}
