import fc from 'fast-check';
import { picture, safeUrl } from '#contract/fields.ts';
import { samplePicture } from '../samples.ts';
import { hostileTexts } from './hostile-values.ts';

interface Check {
  readonly check: string;
  readonly maximum?: number;
  readonly minimum?: number;
  readonly value?: number;
}

interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
  readonly innerType?: object;
  readonly element?: object;
  readonly out?: object;
  readonly keyType?: object;
  readonly valueType?: object;
  readonly shape?: Record<string, object>;
  readonly options?: readonly object[];
  readonly entries?: Record<string, string | number>;
  readonly values?: readonly unknown[];
}

/** Existing values for a request: ids of rows, and values by the name of their field. */
export interface Known {
  readonly ids: readonly string[];
  readonly idsOf: Readonly<Record<string, readonly string[]>>;
  readonly byField: Readonly<Record<string, readonly unknown[]>>;
}

export const definitionOf = (schema: object): Definition => (schema as { _zod: { def: Definition } })._zod.def;

/** Returns the fields of an object schema; none for any other schema. */
export function shapeOf(schema: unknown): Record<string, object> {
  return schema ? (definitionOf(schema).shape ?? {}) : {};
}

/** Returns values that the schema accepts, or nearly: custom checks are left to chance. Throws for an unknown kind of schema. */
export function fitting(schema: object, known: Known, field = ''): fc.Arbitrary<unknown> {
  if (schema === picture) return pictures;
  if (schema === safeUrl) return fc.oneof({ arbitrary: links, weight: 3 }, { arbitrary: fc.constantFrom(...hostileTexts), weight: 1 });
  const definition = definitionOf(schema);
  const inner = (part: object | undefined): fc.Arbitrary<unknown> => fitting(part as object, known, field);
  const checks = (definition.checks ?? []).map((each) => each._zod.def);
  switch (definition.type) {
    case 'optional':
      return fc.option(inner(definition.innerType), { nil: undefined });
    case 'nullable':
      return fc.option(inner(definition.innerType), { nil: null });
    case 'default':
      return fc.option(inner(definition.innerType), { nil: undefined });
    case 'pipe':
      return inner(definition.out);
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []));
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}));
    case 'union':
      return fc.oneof(...(definition.options ?? []).map(inner));
    case 'array':
      return fc.array(inner(definition.element), { maxLength: 4 });
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 8 }), inner(definition.valueType), { maxKeys: 3 });
    case 'unknown':
      return fc.jsonValue({ maxDepth: 2 });
    case 'number':
      return numbers(checks, known.byField[field]);
    case 'string':
      return texts(definition, checks, known, field);
    case 'object':
      return objects(definition, known);
    default:
      throw new TypeError(`no values for ${definition.type}`);
  }
}

function objects({ shape = {} }: Definition, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([name, type]) => [name, fitting(type, known, name)] as const);
  return fc
    .record(Object.fromEntries(fields))
    .map((value) => Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)));
}

function numbers(checks: readonly Check[], named?: readonly unknown[]): fc.Arbitrary<unknown> {
  const bound = (kind: string, otherwise: number) => checks.find(({ check }) => check === kind)?.value ?? otherwise;
  const [least, most] = [bound('greater_than', 0), bound('less_than', 1_000)];
  return fc.oneof(
    { arbitrary: fc.constantFrom(...(named ?? [1, 2])), weight: 5 },
    { arbitrary: fc.constantFrom(least, most), weight: 1 },
    { arbitrary: fc.integer({ min: Math.ceil(least), max: Math.floor(most) }), weight: 1 },
  );
}

function texts({ format }: Definition, checks: readonly Check[], { ids, byField }: Known, field: string): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.oneof({ arbitrary: fc.constantFrom(...ids), weight: 1 }, { arbitrary: fc.uuid(), weight: 3 });
  if (format === 'date') return fc.constantFrom('2026-11-21', '2026-11-22', '0001-01-01', '9999-12-31');
  if (format === 'datetime') {
    return fc.oneof(
      { arbitrary: fc.constantFrom('2026-11-21T10:00:00Z', '2026-11-21T12:00:00Z'), weight: 8 },
      { arbitrary: instants, weight: 2 },
      { arbitrary: fc.constantFrom(...oddMoments), weight: 2 },
    );
  }
  const most = checks.find(({ check }) => check === 'max_length')?.maximum ?? 1_000;
  const named = byField[field] ?? ['https://camp.example/a?b=c#d'];
  return fc.oneof(
    { arbitrary: fc.constantFrom(...named), weight: 4 },
    { arbitrary: fc.lorem({ maxCount: 5 }), weight: 3 },
    {
      arbitrary: fc.constantFrom('x'.repeat(most), 'ß'.repeat(most - 1), ...hostileTexts.filter(({ length }) => length <= most)),
      weight: 2,
    },
  );
}

/** Wall-clock times of the event, and moments at the edge of the range. */
const oddMoments = [
  '2026-07-18T14:00',
  '2026-07-18T14:00:00.123456789',
  '2026-07-18T14:00:00.1234567890',
  '0026-07-18T14:00',
  '9999-12-31T23:59:59.999Z',
];

const instants = fc
  .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

const links = fc.constantFrom('https://camp.example/a?b=c#d', 'mailto:orga@camp.example', 'tel:+49301234');

const pictures = fc.constantFrom(
  samplePicture,
  samplePicture.slice(0, -20),
  `/images/photos/${'k'.repeat(22)}-1x1.webp`,
  'device:0192c8a0-0000-7000-8000-000000000000-8x8',
  'data:image/png;base64,',
  'data:image/png;base64,AAAA',
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
  'data:,',
);
