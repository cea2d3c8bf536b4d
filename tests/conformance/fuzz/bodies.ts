import fc from 'fast-check';
import type * as z from 'zod/mini';
import { sendPiece } from '#contract/endpoints/core.ts';
import { limits } from '#contract/limits.ts';
import type { ListedRoute } from '#server/http/hooks/access.ts';
import { batchCalls, everySpoiltBatch } from './batches.ts';
import { inTier } from '#tests/setup/tier.ts';
import { fitting, type Known, shapeOf } from './fitting.ts';
import { spoilings, spoilt } from './spoilt.ts';

export interface Sent {
  readonly payload: string | Buffer | undefined;
  readonly type: Readonly<Record<string, string>>;
}

const asText = (payload: string | Buffer): Sent => ({ payload, type: { 'content-type': 'application/json' } });
const asJson = (value: unknown): Sent => asText(JSON.stringify(value) ?? '');

/** Pieces of a picture, which are no JSON. */
const asPiece = (payload: Buffer): Sent => ({ payload, type: { 'content-type': 'application/octet-stream' } });
const isPiece = ({ url }: ListedRoute): boolean => url === sendPiece.path;
const pieces = fc.oneof(
  { arbitrary: fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some)), weight: 9 },
  { arbitrary: fc.constantFrom(limits.pieceBytes, limits.pieceBytes + 1).map((length) => Buffer.alloc(length)), weight: 1 },
);

function fits({ url, schema }: ListedRoute, known: Known): fc.Arbitrary<unknown> {
  if (url === '/api/batch') return fc.record({ calls: fc.array(batchCalls(known), { minLength: 1, maxLength: 6 }) });
  return schema.body ? fitting(schema.body, known) : fc.constantFrom<unknown>({}, undefined);
}

/** Returns bodies from entirely right to entirely wrong. */
export function bodies(route: ListedRoute, known: Known): fc.Arbitrary<Sent> {
  const fit = fits(route, known);
  const broken = fit.chain((value) => fc.constantFrom(...everyUnreadable(asJson(value).payload as string)));
  const bytes = fc.uint8Array({ maxLength: 60 }).map((some) => asText(Buffer.concat([Buffer.from('{"a":"'), some])));
  return fc.oneof(
    { arbitrary: isPiece(route) ? pieces.map(asPiece) : fit.map(asJson), weight: 50 },
    { arbitrary: fit.chain(spoilt).map(asJson), weight: 60 },
    { arbitrary: broken, weight: 15 },
    { arbitrary: bytes, weight: 5 },
    { arbitrary: fc.constantFrom(...hugeBodies).map(asText), weight: 1 },
  );
}

/** Returns values that the schema accepts, as far as such values are found. */
function takenValues(route: ListedRoute, known: Known, seed: number): unknown[] {
  const some = fc.sample(fits(route, known), { numRuns: 200, seed });
  const taken = some.filter((value) => (route.schema.body as z.ZodMiniType | undefined)?.safeParse(value).success ?? true);
  return taken.length > 0 ? taken : some;
}

/** Returns accepted values in which fields with a known good value have it. */
function rightValues(route: ListedRoute, known: Known, seed: number): unknown[] {
  const opened = Object.entries(known.byField).map(([name, [first]]) => [name, first] as const);
  const names = Object.keys(shapeOf(route.schema.body));
  const opening = Object.fromEntries(opened.filter(([name]) => names.includes(name)));
  return takenValues(route, known, seed).map((value) => (value === undefined ? value : { ...(value as object), ...opening }));
}

const somePieces = (seed: number): Sent[] => fc.sample(pieces, { numRuns: 200, seed }).map(asPiece);

export function rightBodies(route: ListedRoute, known: Known, seed: number): Sent[] {
  return isPiece(route) ? somePieces(seed) : rightValues(route, known, seed).map(asJson);
}

/** Returns accepted bodies without the known good values, because a value that opens one route may be wrong for another. */
export function takenBodies(route: ListedRoute, known: Known, seed: number): Sent[] {
  return isPiece(route) ? somePieces(seed) : takenValues(route, known, seed).map(asJson);
}

/** Returns right bodies spoilt in every way, and everything that cannot be parsed. */
export function everyBadBody(route: ListedRoute, known: Known, seed: number): Sent[] {
  const right = rightValues(route, known, seed);
  const ways = spoilings(Object.keys(shapeOf(route.schema.body)));
  return [
    ...ways.map((spoil, index) => asJson(spoil(right[index % right.length]))),
    ...(route.url === '/api/batch' ? everySpoiltBatch(known, seed).map(asJson) : []),
    ...everyUnreadable(asJson(right[0]).payload as string),
    ...fc.sample(fc.constantFrom(...hugeBodies), { numRuns: hugeOnes, seed: seed + route.url.length }).map(asText),
  ];
}

/** Returns bodies that are no JSON, or have another content type. */
function everyUnreadable(text: string): Sent[] {
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
  return [
    ...types.map((type) => ({ payload: text, type: { 'content-type': type } })),
    { payload: undefined, type: {} },
    ...broken.map(asText),
    asText(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
  ];
}

/** The number of huge bodies per route: all take the same path until they are parsed. */
const hugeOnes = inTier({ gate: 1, full: 12 });

/** Bodies just below the usual limit, and below the limit of picture routes: one text, many elements, many fields. */
const hugeBodies = [1.9, 3].flatMap((megabytes) => {
  const bytes = megabytes * 1024 * 1024;
  const fields = Array.from({ length: bytes / 13 }, (_, index) => `"${String(index).padStart(8, '0')}":0`);
  return [`"${'x'.repeat(bytes - 2)}"`, `[${'1,'.repeat(bytes / 2 - 2)}1]`, `{${fields.join()}}`];
});
