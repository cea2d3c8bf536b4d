import fc from 'fast-check';
import type { ListedRoute } from '#server/http/hooks/access.ts';
import { fitting, type Known, shapeOf } from './fitting.ts';
import { hostileName, hostileNames, hostileText, hostileTexts } from './hostile-values.ts';

const isNamed = (part: string) => part.startsWith(':') || part === '*';
const partsOf = ({ url }: ListedRoute) => url.split('/');
const inPath = (text: string) => encodeURIComponent(text.slice(0, 2_000).toWellFormed());

/** Path parts that are malformed or lead nowhere. */
const oddParts = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '9'.repeat(16),
  '9'.repeat(400),
  'x',
  '',
  '__proto__',
  '%00',
  '%zz',
  '%ff',
  '%2e%2e%2f%2e%2e',
  '..',
  '%F0%9F',
];

/** Names of uploads in pieces, and ids of already revoked removals. */
const pieceNames = Array.from({ length: 6 }, (_, index) => `01900000-0000-7000-8000-00000000000${index}`);

function fittingPart(part: string, { schema }: ListedRoute, { idsOf, byField }: Known): readonly string[] {
  const own = (schema.tags ?? []).flatMap((tag) => idsOf[tag] ?? []);
  return [
    '1',
    '1',
    '2',
    ...(part === ':id' ? own : []),
    ...(part === ':code' ? (byField['eventCode'] as string[]).map(encodeURIComponent) : []),
    ...(part === ':removalId' ? pieceNames : []),
    ...(schema.tags?.includes('uploads') ? pieceNames : []),
    `${'k'.repeat(22)}-1x1.webp`,
    'index.html',
    'assets/app.js',
  ];
}

/** Returns paths of a route with each named part filled by a fitting value. */
export function fittingPaths(route: ListedRoute, known: Known): fc.Arbitrary<string> {
  const parts = partsOf(route).map((part) => fc.constantFrom(...(isNamed(part) ? fittingPart(part, route, known) : [part])));
  return fc.tuple(...parts).map((all) => all.join('/'));
}

/** Returns paths with each named part filled by a fitting, wrong or hostile value. */
export function paths(route: ListedRoute, known: Known): fc.Arbitrary<string> {
  const parts = partsOf(route).map((part) => {
    if (!isNamed(part)) return fc.constant(part);
    return fc.oneof(
      { arbitrary: fc.constantFrom(...fittingPart(part, route, known)), weight: 5 },
      { arbitrary: fc.constantFrom(...known.ids), weight: 1 },
      { arbitrary: fc.constantFrom(...oddParts), weight: 4 },
      { arbitrary: hostileText.map(inPath), weight: 1 },
    );
  });
  return fc.tuple(fc.tuple(...parts), fc.constantFrom('', '', '', '/')).map(([all, end]) => all.join('/') + end);
}

/** Returns paths with one named part replaced by each odd value, and the others right. */
export function everyOddPath(route: ListedRoute): string[] {
  const parts = partsOf(route);
  const odd = [...oddParts, ...hostileTexts.map(inPath)];
  const spoiltAt = (at: number) =>
    odd.map((other) => parts.map((part, index) => (index === at ? other : isNamed(part) ? '1' : part)).join('/'));
  return [
    ...parts.flatMap((part, at) => (isNamed(part) ? spoiltAt(at) : [])),
    `${parts.map((part) => (isNamed(part) ? '1' : part)).join('/')}/`,
  ];
}

const written = (value: unknown) => encodeURIComponent(String(value).slice(0, 4_000).toWellFormed());
const rawQueries = ['&&&', '=', '%zz', 'page[]=1&page[]=2', 'page=1&page=2', 'a'.repeat(4_000), '__proto__[x]=1', '?'];
const queryNames = ({ schema }: ListedRoute) => Object.keys(shapeOf(schema.querystring));

export function fittingQueries({ schema }: ListedRoute, known: Known): fc.Arbitrary<string> {
  const pairs = Object.entries(shapeOf(schema.querystring)).map(([name, type]) =>
    fc.option(
      fitting(type, known, name).map((value) => `${name}=${written(value)}`),
      { nil: '', freq: 2 },
    ),
  );
  return fc.tuple(...pairs).map((all) => asQuery(all.filter((pair) => pair !== '').join('&')));
}

export function queries(route: ListedRoute, known: Known): fc.Arbitrary<string> {
  const name = fc.oneof(fc.constantFrom(...queryNames(route), 'x'), hostileName);
  const odd = fc
    .array(fc.tuple(name, hostileText), { minLength: 1, maxLength: 4 })
    .map((pairs) => asQuery(pairs.map(([own, value]) => `${written(own)}=${written(value)}`).join('&')));
  return fc.oneof(
    { arbitrary: fittingQueries(route, known), weight: 5 },
    { arbitrary: odd, weight: 3 },
    { arbitrary: fc.constantFrom(...rawQueries).map(asQuery), weight: 1 },
  );
}

/** Returns each query field with every hostile text, unknown fields, and malformed queries. */
export function everyOddQuery(route: ListedRoute): string[] {
  const ofFields = queryNames(route).flatMap((name) => hostileTexts.map((text) => `${name}=${written(text)}`));
  return [...ofFields, ...hostileNames.map((name) => `${written(name)}=1`), ...rawQueries].map(asQuery);
}

const asQuery = (query: string) => (query === '' ? '' : `?${query}`);
