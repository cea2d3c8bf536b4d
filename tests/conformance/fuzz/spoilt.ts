import fc from 'fast-check';
import { hostileName, hostileNames, hostileValue, hostileValues } from './hostile-values.ts';

type Fields = Record<string, unknown>;
export type Spoiling = (value: unknown) => unknown;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Sets a field as JSON does, so that `__proto__` is a field like any other. */
function withField(value: unknown, name: string, own: unknown): Fields {
  const copy = { ...fieldsOf(value) };
  Object.defineProperty(copy, name, { value: own, enumerable: true, configurable: true, writable: true });
  return copy;
}

function nested(value: unknown, levels: number): unknown {
  let wrapped = value;
  for (let level = 0; level < levels; level += 1) wrapped = level % 2 === 0 ? [wrapped] : { a: wrapped };
  return wrapped;
}

function spoilingsOf(name: string): Spoiling[] {
  return [
    ...hostileValues.map((other) => (value: unknown) => withField(value, name, other)),
    (value) => Object.fromEntries(Object.entries(fieldsOf(value)).filter(([own]) => own !== name)),
    ...[2, 40, 2_000].map((levels) => (value: unknown) => withField(value, name, nested(fieldsOf(value)[name], levels))),
    ...[20_000, 300_000].map((size) => (value: unknown) => withField(value, name, 'x'.repeat(size))),
  ];
}

/**
 * Returns every way to spoil a value with these fields: another type, a missing, oversized, too deep or additional field, another value
 * altogether.
 */
export function spoilings(names: readonly string[]): Spoiling[] {
  return [
    ...names.flatMap(spoilingsOf),
    ...hostileNames.filter((name) => !names.includes(name)).map((name) => (value: unknown) => withField(value, name, 1)),
    ...[1, 5, 40, 2_000].map((levels) => (value: unknown) => nested(value, levels)),
    ...hostileValues.map((other) => () => other),
  ];
}

/** Returns nearly right values: spoilt in one of these ways or at random. */
export function spoilt(value: unknown): fc.Arbitrary<unknown> {
  const names = Object.keys(fieldsOf(value));
  const anyField = names.length === 0 ? hostileName : fc.constantFrom(...names);
  return fc.oneof(
    { arbitrary: fc.constantFrom(...spoilings(names)).map((spoil) => spoil(value)), weight: 4 },
    { arbitrary: fc.tuple(anyField, hostileValue).map(([name, other]) => withField(value, name, other)), weight: 3 },
    { arbitrary: fc.tuple(hostileName, hostileValue).map(([name, extra]) => withField(value, name, extra)), weight: 2 },
  );
}
