import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { v7 as uuidv7 } from 'uuid';

/**
 * A request of a load; `path`, `token` and `body` are called in this order for each request, and `onAnswer` receives the text of a good
 * answer.
 */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: () => string;
  readonly token: string | (() => string);
  readonly body?: () => object;
  readonly onAnswer?: (text: string) => void;
}

export const acceptHeaders = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** The results of a load: latency in ms at the 50th and 99th percentile, answers of each kind, and requests without an answer. */
export interface Answered {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly good: number;
  readonly refused: number;
  readonly serverErrors: number;
  readonly unanswered: number;
}

/** Sends `shots` in turn for some seconds, as fast as `connections` connections allow. */
export async function sendInTurn(
  origin: string,
  shots: readonly LoadRequest[],
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Answered> {
  const result = await autocannon({
    url: origin,
    duration: seconds,
    connections,
    timeout: 30,
    requests: shots.map((shot) => ({
      method: shot.method,
      setupRequest: (request) => ({ ...request, path: shot.path(), ...contentOf(shot) }),
    })),
  });
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    good: result['2xx'],
    refused: result['4xx'],
    serverErrors: result['5xx'],
    unanswered: result.errors,
  };
}

/**
 * Sends `shots` in turn to these servers in turn, `rate` a second at random moments like independent people (a Poisson process), whatever
 * the load. Latency counts from the due time. Autocannon would send a second's requests all at its beginning.
 */
export async function sendAtRate(
  origins: readonly string[],
  shots: readonly LoadRequest[],
  { seconds, rate }: { seconds: number; rate: number },
): Promise<Answered> {
  const latency = createHistogram();
  const met = { good: 0, refused: 0, serverErrors: 0, unanswered: 0 };
  const start = performance.now();
  const send = async (origin: string, shot: LoadRequest, due: number): Promise<void> => {
    try {
      const response = await fetch(`${origin}${shot.path()}`, { method: shot.method, ...contentOf(shot) });
      const text = await response.text();
      latency.record(Math.max(1, Math.round((performance.now() - due) * 1_000)));
      met[response.ok ? 'good' : response.status < 500 ? 'refused' : 'serverErrors'] += 1;
      if (response.ok) shot.onAnswer?.(text);
    } catch {
      met.unanswered += 1;
    }
  };
  const sent: Promise<void>[] = [];
  for (let due = start; due < start + seconds * 1_000; due -= (Math.log(1 - Math.random()) / rate) * 1_000) {
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    sent.push(send(origins[sent.length % origins.length]!, shots[sent.length % shots.length]!, due));
  }
  await Promise.all(sent);
  const at = (percentile: number): number => latency.percentile(percentile) / 1_000;
  return { perSecond: sent.length / seconds, p50: at(50), p99: at(99), ...met };
}

function contentOf({ token, body }: LoadRequest): { headers: Record<string, string>; body?: string } {
  const authorization = `Bearer ${typeof token === 'string' ? token : token()}`;
  if (!body) return { headers: { authorization, ...acceptHeaders } };
  return {
    headers: { authorization, ...acceptHeaders, 'content-type': 'application/json', 'idempotency-key': uuidv7() },
    body: JSON.stringify(body()),
  };
}
