import fc from 'fast-check';
import type { ListedRoute } from '../../../server/plugins/access.ts';
import { callTable } from '../../../server/routes/call-table.ts';
import { fitting, type Known, shapeOf } from './fitting.ts';
import { hostileName, hostileText, hostileTexts } from './hostile-values.ts';
import { spoilt } from './spoilt.ts';

/** One request as it is sent; the caller is somebody of the camp, or nobody. */
export interface FuzzedRequest {
  readonly caller: 'admin' | 'author' | 'outsider' | null;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | Buffer | undefined;
}

const json = 'application/json';

/** Requests to one route, from such as are quite right to such as are nothing at all. */
export function requestsTo(route: ListedRoute, known: Known): fc.Arbitrary<FuzzedRequest> {
  const { method } = route;
  const body = method === 'GET' ? fc.constant({ payload: undefined, type: {} }) : bodies(route, known);
  return fc
    .record({ caller: callers, path: paths(route, known), query: queries(route, known), body, headers: extraHeaders })
    .map(({ caller, path, query, body: { payload, type }, headers }) => {
      const given = Object.fromEntries(Object.entries({ ...type, ...headers }).filter(([, value]) => value !== undefined));
      return { caller, method, url: path + query, headers: given as Record<string, string>, payload };
    });
}

/** Mostly who may do everything, since refusals are soon tried out. */
const callers = fc.oneof(
  { arbitrary: fc.constant('admin' as const), weight: 8 },
  { arbitrary: fc.constantFrom('author' as const, 'outsider' as const, null), weight: 3 },
);

const keys = Array.from({ length: 6 }, (_, index) => `0192c8a0-0000-7000-8000-00000000000${index}`);
const maybe = (...values: string[]) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 14 }, { arbitrary: fc.constantFrom(...values), weight: 1 });

const extraHeaders = fc.record({
  'idempotency-key': maybe(...keys, '', 'x', '0'.repeat(5_000)),
  'if-match': maybe('"1"', 'W/"1"', '*', '"x"', '1', `"${'9'.repeat(400)}"`, ''),
  'accept-language': maybe('de', 'xx-;q=9', ','.repeat(3_000)),
  accept: maybe('application/x-ndjson', 'text/html', '*/*;q=', ''),
  'accept-encoding': maybe('gzip', 'identity;q=0', '\u00ff'),
  'sec-fetch-site': fc.constantFrom('same-origin', 'same-origin', 'same-origin', 'cross-site', undefined),
  cookie: maybe('event-companion-refresh=x', '__Host-refresh=%', ';'.repeat(2_000), '='),
});

/** A segment of a path in every spelling: what fits, and what can hardly be read. */
function paths({ url, schema }: ListedRoute, { ids, idsOf, byField }: Known): fc.Arbitrary<string> {
  const own = (schema.tags ?? []).flatMap((tag) => idsOf[tag] ?? []);
  const parts = url.split('/').map((part) => {
    if (!part.startsWith(':') && part !== '*') return fc.constant(part);
    return fc.oneof(
      {
        arbitrary: fc.constantFrom(
          '1',
          '1',
          '2',
          ...(part === ':id' ? own : []),
          ...(part === ':code' ? (byField['eventCode'] as string[]).map(encodeURIComponent) : []),
          `${'k'.repeat(22)}-1x1.webp`,
          'index.html',
          'assets/app.js',
        ),
        weight: 5,
      },
      { arbitrary: fc.constantFrom(...ids), weight: 1 },
      {
        arbitrary: fc.constantFrom(
          '0',
          '-1',
          '1.5',
          '1e3',
          '9'.repeat(16),
          '9'.repeat(400),
          'x',
          '',
          '%00',
          '%zz',
          '%ff',
          '%2e%2e%2f%2e%2e',
          '..',
          '%F0%9F',
          '__proto__',
        ),
        weight: 4,
      },
      { arbitrary: hostileText.map((text) => encodeURIComponent(text.slice(0, 2_000).toWellFormed())), weight: 1 },
    );
  });
  return fc.tuple(fc.tuple(...parts), fc.constantFrom('', '', '', '/')).map(([all, end]) => all.join('/') + end);
}

function queries({ schema }: ListedRoute, known: Known): fc.Arbitrary<string> {
  const shape = Object.entries(shapeOf(schema.querystring));
  const written = (value: unknown) => encodeURIComponent(String(value).slice(0, 4_000).toWellFormed());
  const fits = fc
    .tuple(
      ...shape.map(([name, type]) =>
        fc.option(
          fitting(type, known, name).map((value) => `${name}=${written(value)}`),
          { nil: '', freq: 2 },
        ),
      ),
    )
    .map((all) => all.filter((pair) => pair !== '').join('&'));
  const odd = fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...shape.map(([name]) => name), 'x'), hostileName), hostileText), {
      minLength: 1,
      maxLength: 4,
    })
    .map((pairs) => pairs.map(([name, value]) => `${written(name)}=${written(value)}`).join('&'));
  const raw = fc.constantFrom('&&&', '=', '%zz', 'page[]=1&page[]=2', 'page=1&page=2', 'a'.repeat(4_000), '__proto__[x]=1', '?');
  return fc
    .oneof({ arbitrary: fits, weight: 5 }, { arbitrary: odd, weight: 3 }, { arbitrary: raw, weight: 1 })
    .map((query) => (query === '' ? '' : `?${query}`));
}

type Sent = { payload: string | Buffer | undefined; type: Record<string, string> };

function bodies(route: ListedRoute, known: Known): fc.Arbitrary<Sent> {
  const fits = fittingBody(route, known);
  const asJson = (value: unknown): Sent => ({ payload: JSON.stringify(value) ?? '', type: { 'content-type': json } });
  return fc.oneof(
    { arbitrary: fits.map(asJson), weight: 5 },
    { arbitrary: fits.chain(spoilt).map(asJson), weight: 6 },
    { arbitrary: fits.chain((value) => unreadable(asJson(value).payload as string)), weight: 2 },
  );
}

/** Just within what most routes read, and what only those read that take pictures: one text, very many parts, very many fields. */
const hugeBodies = [1.9, 3].flatMap((megabytes) => {
  const bytes = megabytes * 1024 * 1024;
  const fields = Array.from({ length: bytes / 13 }, (_, index) => `"${String(index).padStart(8, '0')}":0`);
  return [`"${'x'.repeat(bytes - 2)}"`, `[${'1,'.repeat(bytes / 2 - 2)}1]`, `{${fields.join()}}`];
});

/** What is no JSON, or comes as something else. */
function unreadable(text: string): fc.Arbitrary<Sent> {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/json; charset=utf-16', 'x', ''];
  const broken = [
    '',
    '{',
    'undefined',
    '\ufeff{}',
    '{"a":1,"a":2}',
    '{"__proto__":{"a":1}}',
    text.slice(0, -1),
    `${text},`,
    '['.repeat(50_000),
  ];
  const asJson = (payload: string | Buffer): Sent => ({ payload, type: { 'content-type': json } });
  return fc.oneof(
    { arbitrary: fc.constantFrom(...types).map((type) => ({ payload: text, type: { 'content-type': type } })), weight: 5 },
    { arbitrary: fc.constant({ payload: undefined, type: {} }), weight: 2 },
    { arbitrary: fc.constantFrom(...broken).map(asJson), weight: 9 },
    { arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => asJson(Buffer.concat([Buffer.from('{"a":"'), bytes]))), weight: 5 },
    { arbitrary: fc.constantFrom(...hugeBodies).map(asJson), weight: 1 },
  );
}

/** As the schema says; a batch is filled with calls that fit or nearly do. */
function fittingBody({ url, schema }: ListedRoute, known: Known): fc.Arbitrary<unknown> {
  if (url === '/api/batch') return fc.record({ calls: fc.array(batchCalls(known), { minLength: 1, maxLength: 6 }) });
  return schema.body ? fitting(schema.body, known) : fc.constantFrom<unknown>({}, undefined);
}

function batchCalls(known: Known): fc.Arbitrary<unknown> {
  const calls = callTable.map(({ mutation: { method, path }, body }) => {
    const fits = fitting(body, known);
    const id = fc.constantFrom('1', '2', 'x', '', ...hostileTexts.slice(0, 6), ...known.ids);
    return fc.record({
      key: fc.oneof(fc.uuid(), fc.constantFrom(...keys)),
      lane: fc.constantFrom('a', 'b', '__proto__'),
      method: fc.constant(method),
      path: id.map((named) => path.replace(/:(id|event)/g, () => encodeURIComponent(named.toWellFormed()).slice(0, 200))),
      body: fc.oneof(fits, fits.chain(spoilt)),
    });
  });
  return fc.oneof(...calls);
}
