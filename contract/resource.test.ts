import { expect, test } from 'vitest';
import { type AnyResource, argumentsFrom } from './resource.ts';
import { resources } from './resources.ts';

const versioned = (resources as readonly AnyResource[]).flatMap(({ name, row, mutations }) =>
  Object.entries(mutations)
    .filter(([, { kind, versioned: asks }]) => kind === 'change' && asks)
    .map(([mutation, rule]) => ({ name: `${name}.${mutation}`, rule, fields: Object.keys((row as unknown as { shape: object }).shape) })),
);

test.each(versioned)('$name keeps its arguments when it is rebased on a newer row', ({ rule, fields }) => {
  const { shape } = rule.args as unknown as { shape: Record<string, unknown> };
  const row = Object.fromEntries(fields.map((field) => [field, field]));
  // All arguments are present; an order has its own name for them.
  expect(Object.keys(argumentsFrom(rule, row)).toSorted()).toEqual(Object.keys(shape).toSorted());
});

interface Definition {
  readonly type: string;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
  readonly shape?: Record<string, Schema>;
}
interface Schema {
  readonly def: Definition;
  safeParse(value: unknown): { readonly data?: unknown };
}

/** Returns every text field of a schema, at any depth. */
function textsIn(schema: Schema): Schema[] {
  const { type, innerType, element, options = [], shape = {} } = schema.def;
  if (type === 'string') return [schema];
  return [innerType, element, ...options, ...Object.values(shape)].flatMap((part) => (part ? textsIn(part) : []));
}

test('every text argument of a mutation is stored unchanged by both databases', () => {
  const texts = (resources as readonly AnyResource[]).flatMap(({ mutations }) =>
    Object.values(mutations).flatMap(({ args }) => textsIn(args as unknown as Schema)),
  );
  const taken = [
    'half \ud83d',
    'https://camp.example/\ud83d',
    '\udc00@camp.example',
    'nul \0',
    'https://camp.example/\0',
    '\0@camp.example',
  ].flatMap((text) => texts.flatMap((schema) => schema.safeParse(text).data ?? []));
  expect(taken.length).toBeGreaterThan(50);
  expect(taken.filter((text) => typeof text !== 'string' || /[\0\p{Surrogate}]/u.test(text))).toEqual([]);
});
