import fc from 'fast-check';
import type { ListedRoute } from '#server/http/hooks/access.ts';
import { everyOddPath, everyOddQuery, fittingPaths, fittingQueries, paths, queries } from './addresses.ts';
import { keys } from './batches.ts';
import { bodies, everyBadBody, rightBodies, type Sent, takenBodies } from './bodies.ts';
import type { Known } from './fitting.ts';

/** One request as it is sent; the caller is a person of the camp, or null. */
export interface FuzzedRequest {
  readonly caller: (typeof callers)[number];
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | Buffer | undefined;
}

const callers = ['admin', 'author', 'outsider', null] as const;

const oddHeaders: Readonly<Record<string, readonly string[]>> = {
  'idempotency-key': [...keys, '', 'x', '0'.repeat(5_000)],
  'if-match': ['"1"', 'W/"1"', '*', '"x"', '1', `"${'9'.repeat(400)}"`, ''],
  'accept-language': ['de', 'xx-;q=9', ','.repeat(3_000)],
  accept: ['application/x-ndjson', 'application/x-ndjson;columns=1', 'text/html', '*/*;q=', ''],
  'accept-encoding': ['gzip', 'identity;q=0', '\u00ff'],
  'sec-fetch-site': ['cross-site'],
  cookie: ['event-companion-refresh=x', '__Host-refresh=%', ';'.repeat(2_000), '='],
};
const fromHere = { 'sec-fetch-site': 'same-origin' };

interface Parts {
  readonly caller: FuzzedRequest['caller'];
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Sent;
}

const nothing: Sent = { payload: undefined, type: {} };

const assembled =
  ({ method }: ListedRoute) =>
  ({ caller, path, query, headers, body: { payload, type } }: Parts): FuzzedRequest => ({
    caller,
    method,
    url: path + query,
    headers: { ...type, ...headers },
    payload,
  });

/** Returns requests to one route, from entirely right to entirely wrong. */
export function requestsTo(route: ListedRoute, known: Known): fc.Arbitrary<FuzzedRequest> {
  const odd = Object.fromEntries(
    Object.entries(oddHeaders).map(([name, values]) => [
      name,
      fc.oneof({ arbitrary: fc.constant(undefined), weight: 14 }, { arbitrary: fc.constantFrom(...values), weight: 1 }),
    ]),
  );
  const parts: fc.Arbitrary<Parts> = fc.record({
    // Mostly the global admin, since refusals are soon explored.
    caller: fc.oneof({ arbitrary: fc.constant('admin' as const), weight: 8 }, { arbitrary: fc.constantFrom(...callers), weight: 3 }),
    path: paths(route, known),
    query: queries(route, known),
    headers: fc.record(odd).map((given) => ({ ...fromHere, ...withoutGaps(given) })),
    body: route.method === 'GET' ? fc.constant(nothing) : bodies(route, known),
  });
  return parts.map(assembled(route));
}

/** Returns requests as right as possible, by the global admin or the author of the rows, in ever new combinations. */
export function rightRequestsTo(route: ListedRoute, known: Known, seed: number): FuzzedRequest[] {
  const right = route.method === 'GET' ? Array.from({ length: 200 }, () => nothing) : takenBodies(route, known, seed);
  return fc
    .sample(rightParts(route, known, ['admin', 'author']), { numRuns: right.length, seed })
    .map((fit, index) => assembled(route)({ ...fit, body: right[index] as Sent }));
}

const rightParts = (route: ListedRoute, known: Known, by: readonly Parts['caller'][]): fc.Arbitrary<Omit<Parts, 'body'>> =>
  fc.record({
    caller: fc.constantFrom(...by),
    path: fittingPaths(route, known),
    query: fittingQueries(route, known),
    headers: fc.constant(fromHere),
  });

/**
 * Returns every bad request to a route once: right requests of every caller, and the same with one thing spoilt: a part of the path, a
 * field of the query, a header, or the body in every way.
 */
export function everyRequestTo(route: ListedRoute, known: Known, seed: number): FuzzedRequest[] {
  const right = route.method === 'GET' ? [nothing] : rightBodies(route, known, seed);
  const changes: Partial<Parts>[] = [
    ...callers.map((caller) => ({ caller })),
    ...everyOddPath(route).map((path) => ({ path })),
    ...everyOddQuery(route).map((query) => ({ query })),
    ...Object.entries(oddHeaders).flatMap(([name, values]) => values.map((value) => ({ headers: { ...fromHere, [name]: value } }))),
    ...(route.method === 'GET' ? [] : everyBadBody(route, known, seed).map((body) => ({ query: '', body }))),
  ];
  return fc
    .sample(rightParts(route, known, ['admin']), { numRuns: changes.length, seed })
    .map((fit, index) => assembled(route)({ ...fit, body: right[index % right.length] as Sent, ...changes[index] }));
}

function withoutGaps(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
