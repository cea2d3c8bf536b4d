import fc from 'fast-check';
import { hostileName, hostileValue } from './hostile-values.ts';

type Fields = Record<string, unknown>;

/** Sets a name as JSON does, so that `__proto__` is a field like any other. */
function withField(fields: Fields, name: string, value: unknown): Fields {
  const copy = { ...fields };
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

function nested(value: unknown, levels: number): unknown {
  let wrapped = value;
  for (let level = 0; level < levels; level += 1) wrapped = level % 2 === 0 ? [wrapped] : { a: wrapped };
  return wrapped;
}

/** What is nearly right: a field of another type, missing, too many, too large, too deep, or something else altogether. */
export function spoilt(value: unknown): fc.Arbitrary<unknown> {
  const fields = (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Fields;
  const names = Object.keys(fields);
  const ofOne = (change: (name: string) => fc.Arbitrary<unknown>) =>
    names.length === 0 ? hostileValue : fc.constantFrom(...names).chain(change);
  return fc.oneof(
    { arbitrary: ofOne((name) => hostileValue.map((other) => withField(fields, name, other))), weight: 6 },
    { arbitrary: ofOne((name) => fc.constant(Object.fromEntries(Object.entries(fields).filter(([own]) => own !== name)))), weight: 2 },
    { arbitrary: fc.tuple(hostileName, hostileValue).map(([name, extra]) => withField(fields, name, extra)), weight: 3 },
    { arbitrary: fc.constantFrom(1, 5, 40, 2_000).map((levels) => nested(value, levels)), weight: 1 },
    {
      arbitrary: ofOne((name) => fc.constantFrom(2, 40, 2_000).map((levels) => withField(fields, name, nested(fields[name], levels)))),
      weight: 1,
    },
    { arbitrary: ofOne((name) => fc.constantFrom(20_000, 300_000).map((size) => withField(fields, name, 'x'.repeat(size)))), weight: 1 },
    { arbitrary: hostileValue, weight: 2 },
  );
}
