import autocannon from 'autocannon';

/** One request of a load; `path` and `body` are made anew for each, and `onAnswer` gets the text of a good answer. */
export interface Shot {
  readonly method: 'GET' | 'POST';
  readonly path: () => string;
  readonly token: string;
  readonly body?: () => object;
  readonly onAnswer?: (text: string) => void;
}

/** What a load met: latency in ms at the 99th percentile, answers of each kind, and requests that got none. */
export interface Answered {
  readonly perSecond: number;
  readonly p99: number;
  readonly good: number;
  readonly refused: number;
  readonly serverErrors: number;
  readonly unanswered: number;
}

/**
 * Fires `shots` in turn for some seconds: `rate` a second whatever the server does (late answers count from when they were due), or as
 * fast as `connections` connections go.
 */
export async function fire(
  origin: string,
  shots: readonly Shot[],
  { seconds, connections, rate }: { seconds: number; connections: number; rate?: number },
): Promise<Answered> {
  const result = await autocannon({
    url: origin,
    duration: seconds,
    connections,
    timeout: 30,
    ...(rate === undefined ? {} : { overallRate: rate }),
    requests: shots.map(({ method, path, token, body, onAnswer }) => ({
      method,
      setupRequest: (request) => ({
        ...request,
        path: path(),
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}),
        },
        ...(body ? { body: JSON.stringify(body()) } : {}),
      }),
      ...(onAnswer ? { onResponse: (status: number, text: string) => void (status === 200 && onAnswer(text)) } : {}),
    })),
  });
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    good: result['2xx'],
    refused: result['4xx'],
    serverErrors: result['5xx'],
    unanswered: result.errors,
  };
}
